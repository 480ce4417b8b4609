/** The start of the page that is one file: what it needs stands in the file itself. */

import { begin } from '../app';
import { scriptOf, unpack } from './unpack';

void begin(new Worker(scriptOf('worker')), unpack('module'));
