// Downloads of data that the page has.

import { h } from '../dom.js';

// Milliseconds after which the browser certainly has read a download.
const READ = 60_000;

/**
 * Has the browser save data as a file.
 * @param {Blob} data
 * @param {string} name
 */
export function download(data, name) {
  const address = URL.createObjectURL(data);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ);
}
