// The page of the board in a browser, with the viewer as the extension packs it: it follows the cursor, and runs nothing of a record.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test from 'node:test';
import { buildSync } from 'esbuild';
import { chromium } from 'playwright-core';

const here = new URL('..', import.meta.url);
const out = buildSync({ entryPoints: [new URL('src/board.ts', here).pathname], bundle: true, format: 'esm', platform: 'node', write: false });
const { boardMessage, page } = await import(`data:text/javascript;base64,${Buffer.from(out.outputFiles[0].contents).toString('base64')}`);
const viewer = readFileSync(new URL('../analyze/html_report/viewer.js', here));

/** A game as the server gives it. */
const board = (ply, name = 'A') => ({
  game: 1, title: `1: ${name} – B`, ply, line: 0,
  view: JSON.parse(readFileSync(new URL('test/game.json', here), 'utf8').replace('NAME', name)),
});

test('it follows the cursor, and is told a game once', async (t) => {
  const server = createServer((request, response) => {
    const [type, body] = request.url === '/viewer.js' ? ['text/javascript', viewer] : ['text/html', page('viewer.js', "'self'", 'word')];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  t.after(async () => (await browser.close(), server.close()));
  const tab = await browser.newPage();
  const wrong = [];
  tab.on('pageerror', (error) => wrong.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && !/favicon/.test(message.location().url) && wrong.push(message.text()));
  tab.on('dialog', (dialog) => (wrong.push(dialog.message()), dialog.dismiss()));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  const post = (message) => tab.evaluate((message) => postMessage(message, '*'), message);
  const at = () => tab.evaluate(() => document.querySelector('partie-game').at.index);
  let [message, before] = boardMessage(board(0), '');
  assert.ok(message.view);
  await post(message);
  await tab.waitForFunction(() => document.querySelector('partie-game').shadowRoot?.textContent.includes('e4'));
  for (const ply of [2, 1, 3]) {
    [message, before] = boardMessage(board(ply), before);
    assert.equal(message.view, undefined);
    await post(message);
    await tab.waitForFunction((ply) => document.querySelector('partie-game').at.index === ply - 1, ply);
  }
  assert.equal(await at(), 2);
  if (process.env.PARTIE_PICTURES) await tab.screenshot({ path: `${process.env.PARTIE_PICTURES}/board.png` });
  const evil = '<img src=x onerror=alert(1)>';
  [message] = boardMessage(board(1, evil), before);
  await post(message);
  await tab.waitForFunction((evil) => document.querySelector('h1').textContent.includes(evil), evil);
  assert.deepEqual(wrong, []);
});
