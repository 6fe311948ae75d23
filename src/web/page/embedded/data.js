// The blocks of data in a page that is one file, by their names.

/**
 * The JSON of a block; undefined if there is none of this name.
 * @template T
 * @param {string} name
 * @returns {Promise<T | undefined>}
 */
export async function json(name) {
  const found = block(name);
  if (!found) return undefined;
  const inflated = new Blob([found.bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated).json();
}

/**
 * The file that a block holds; null if there is none of this name.
 * @param {string} name
 */
export function blob(name) {
  const found = block(name);
  return found ? new Blob([found.bytes], { type: found.type.split(';')[0] }) : null;
}

/** @param {string} name */
function block(name) {
  const element = document.getElementById(name);
  if (!(element instanceof HTMLScriptElement) || !element.type.endsWith(';base64')) return null;
  const text = element.textContent;
  const bytes = Uint8Array.fromBase64
    ? Uint8Array.fromBase64(text)
    : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return { type: element.type, bytes };
}
