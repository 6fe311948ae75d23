// The entry point: shows the documents of the server that sent the page.

import { ServerSource } from './api.js';
import { correctView } from './correct/view.js';
import { start } from './start.js';

start(new ServerSource(), { correct: correctView });
