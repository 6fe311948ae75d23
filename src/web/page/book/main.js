// The entry point of a book.

import { messageOf } from '../api.js';
import { json } from '../embedded/data.js';
import { h } from '../dom.js';
import { Book } from './book.js';
import { Reader } from './reader.js';

async function start() {
  const summary = await json('book');
  new Reader(new Book(summary), summary);
}

start().catch((error) => {
  document.body.append(h('div', { class: 'failure', role: 'alert' }, h('p', { text: messageOf(error) })));
});
