/** The start of the page that is one file: what it needs stands in the file itself. */

import { begin } from './app';

async function unpacked(id: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(document.getElementById(id)?.textContent?.trim() ?? ''), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function start(): Promise<void> {
  const [module, script] = await Promise.all([unpacked('module'), unpacked('worker')]);
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  await begin(worker, module);
}

void start();
