// The kinds of differences, and each difference in words.

import { counted } from '../dom.js';

export const KINDS = [
  { name: 'order', label: 'Order', of: 'block' },
  { name: 'block', label: 'Blocks', of: 'block' },
  { name: 'paragraph', label: 'Paragraphs', of: 'paragraph' },
  { name: 'line', label: 'Lines', of: 'line' },
  { name: 'word', label: 'Words', of: 'word' },
  { name: 'class', label: 'Classes', of: 'class' },
  { name: 'image', label: 'Images', of: 'image' },
];

/** @param {string} text */
const quoted = (text) => `“${text}”`;
/** @param {string | null} says */
const after = (says) => (says ? `after ${quoted(says)}` : 'first');

/**
 * Describes a difference from the left to the right.
 * @param {Difference} difference
 */
export function describe({ kind, change, a, b, words }) {
  const { of } = KINDS.find(({ name }) => name === kind) ?? { of: kind };
  const texts = kind === 'word' && a.says && b.says ? `: ${quoted(a.says)} → ${quoted(b.says)}` : '';
  if (kind === 'order') return `${counted(words, 'word')} read ${after(a.says)} → ${after(b.says)}`;
  if (kind === 'class') return `${a.says} → ${b.says}, ${counted(words, 'word')}`;
  switch (change) {
    case 'only':
      return `${counted(a.count + b.count, of)} only ${a.count > 0 ? 'on the left' : 'on the right'}`;
    case 'joined':
      return `${counted(a.count, of)} joined${texts}`;
    case 'split':
      return `split into ${counted(b.count, of)}${texts}`;
    case 'divided':
      return `${counted(a.count, of)} → ${b.count} ${b.count === 1 ? 'other' : 'others'}${texts}`;
    case 'moved':
      return `${counted(words, 'word')} in another ${of}`;
    case 'hyphen':
      return 'the hyphen divides the word on one side only';
    default:
      return texts.slice(2);
  }
}
