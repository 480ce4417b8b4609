/** The start of the page that is one file: what it needs stands in the file itself. */

import { begin } from '../app';
import { scriptOf, unpack } from './unpack';

async function start(): Promise<void> {
  const [module, script] = await Promise.all([unpack('module'), scriptOf('worker')]);
  await begin(new Worker(script), module);
}

void start();
