// The views, tabs and tools of a document: a file with some of its pages has fewer than the program, and lists them.

/**
 * Whether there is a thing of this name among the `views`, `tabs` or `tools`.
 * @param {Summary} summary
 * @param {'views' | 'tabs' | 'tools'} kind
 * @param {string} name
 */
export function offers(summary, kind, name) {
  return summary[kind]?.includes(name) ?? true;
}

/**
 * The number of a page in its document, from 1.
 * @param {PagesSummary} summary
 * @param {number} page
 */
export function pageNumber(summary, page) {
  return (summary.pages?.[page] ?? page) + 1;
}
