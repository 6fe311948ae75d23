// Messages to the user, at the lower edge: they go away by themselves.

import { h, visible } from '../dom.js';

const SECONDS = 7;

/** @param {string} text */
export function say(text) {
  let place = document.querySelector('.messages');
  if (!place) {
    place = h('div', { class: 'messages', role: 'status', 'aria-live': 'polite' });
    document.body.append(place);
  }
  for (const old of place.children) if (old.textContent === text) old.remove();
  const message = h('p', { text: visible(text) });
  place.append(message);
  while (place.children.length > 4) place.firstChild?.remove();
  setTimeout(() => message.remove(), SECONDS * 1000);
}
