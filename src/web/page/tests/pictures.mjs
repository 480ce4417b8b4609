// Pictures of the page. Usage: node tests/pictures.mjs FOLDER [FILE...] takes them at the sizes of a phone, a tablet and a desk, in light
// and dark; node tests/pictures.mjs alone takes those of docs/page.md.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fixture, launch, open, root, serve, visit } from './support.mjs';

const [folder, ...files] = process.argv.slice(2);
const server = await serve();
const browser = await launch();
if (folder) await all(folder);
else await ofDocs();
await browser.close();
server.close();

async function ofDocs() {
  const to = join(root, 'docs/pictures');
  mkdirSync(to, { recursive: true });
  const desk = await visit(browser, server.url, { width: 1120, height: 860, colorScheme: 'light' });
  await desk.tab.screenshot({ path: join(to, 'page-desk.png') });
  await desk.close();
  for (const [name, file] of [['page-phone-shogi', 'shogi/league.kifu'], ['page-phone-hex', 'hex/late.pgn']]) {
    const { tab, close } = await visit(browser, server.url, { width: 360, height: 760, colorScheme: 'light' });
    await open(tab, fixture(file));
    await tab.screenshot({ path: join(to, `${name}.png`) });
    await close();
  }
}

async function all(folder) {
  mkdirSync(folder, { recursive: true });
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
}
