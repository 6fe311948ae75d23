// Begins in a page that is one file: shows what it holds.

import { start } from '../start.js';
import { EmbeddedSource } from './source.js';

start(new EmbeddedSource());
