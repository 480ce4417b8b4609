// What axe-core finds in the states of the page, at two sizes and in two themes: nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fixture, open, stage, visit } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STATES = {
  example: async () => undefined,
  mended: async (tab) => {
    await tab.getByRole('button', { name: /^Take \d/ }).first().click();
    await tab.getByRole('button', { name: 'Undo' }).waitFor();
  },
  menu: (tab) => tab.click('#more'),
  overview: async (tab) => {
    await tab.click('#more');
    await tab.click('#survey');
    await tab.locator('#counts tr').first().waitFor();
  },
  kept: async (tab) => {
    await tab.getByRole('button', { name: 'Leave this game as it is' }).click();
    await tab.getByRole('button', { name: 'Keep them on this device' }).click();
    await tab.getByRole('button', { name: 'Forget' }).waitFor();
  },
  part: (tab) => tab.locator('#parts').evaluate((bar) => (bar.hidden = false)),
  drop: (tab) => tab.locator('#drop').evaluate((zone) => (zone.hidden = false)),
  paste: (tab) => tab.click('#paste'),
  link: async (tab) => {
    await tab.click('#more');
    await tab.click('#link');
  },
  convert: async (tab) => {
    await tab.click('#to');
    await tab.locator('#converted textarea').waitFor();
  },
  explain: (tab) => tab.locator('#findings button.link').first().click(),
  shogi: (tab) => open(tab, fixture('shogi/handicap.kifu')),
  hex: (tab) => open(tab, fixture('hex/evening.pgn')),
  games: (tab) => tab.locator('#tab-games').evaluate((tab) => tab.click()),
  text: (tab) => tab.locator('#tab-text').evaluate((tab) => tab.click()),
};

const { server, browser } = await stage();

for (const [width, height] of [[360, 740], [1280, 800]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`no fault at ${width} px, ${colorScheme}`, async () => {
      const wrong = [];
      for (const [name, act] of Object.entries(STATES)) {
        const { tab, close } = await visit(browser, server.url, { width, height, colorScheme });
        await act(tab);
        // The policy of the page forbids other scripts; the debugger is no script of the page.
        await tab.evaluate(AXE);
        const { violations } = await tab.evaluate(() => window.axe.run());
        for (const { id, nodes } of violations) wrong.push(`${name}: ${id}: ${nodes.map((node) => node.target.join(' ') + ' ' + node.failureSummary).join('; ')}`);
        await close();
      }
      assert.deepEqual(wrong, []);
    });
  }
}
