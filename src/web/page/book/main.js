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
  document.body.append(
    h('main', { class: 'failure' }, h('h1', { text: 'pdfa2hocr' }), h('p', { role: 'alert', text: messageOf(error) })),
  );
});
