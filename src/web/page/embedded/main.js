// The entry point of a page that is one file: shows its document.

import { start } from '../start.js';
import { EmbeddedSource } from './source.js';

start(new EmbeddedSource());
