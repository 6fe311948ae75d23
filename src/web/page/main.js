// Begins: shows the documents of the server that the page came from.

import { ServerSource } from './api.js';
import { start } from './start.js';

start(new ServerSource());
