// Pictures of the page at the sizes of a phone, a tablet and a desk. Usage: node tests/pictures.mjs FOLDER [FILE...]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, serve, visit } from './support.mjs';

const [folder, ...files] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [width, height] of [[360, 740], [768, 1024], [1280, 800]]) {
  for (const colorScheme of ['light', 'dark']) {
    const { tab, faults, close } = await visit(browser, server.url, { width, height, colorScheme });
    const shot = (name) => tab.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    await shot('example');
    if (width < 700 && colorScheme === 'light') {
      for (const pane of ['games', 'text']) {
        await tab.click(`#tab-${pane}`);
        await shot(pane);
      }
    }
    for (const [at, file] of files.entries()) {
      await open(tab, file);
      await shot(`file${at + 1}`);
    }
    if (faults.length) console.log(width, colorScheme, faults);
    await close();
  }
}
await browser.close();
server.close();
