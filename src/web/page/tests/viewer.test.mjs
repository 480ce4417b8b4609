// `<partie-game>` in a page of somebody else, the report, and the page of a game: what they show is what the command says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { command, fixture, launch, root, visit } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIEWER = readFileSync(join(root, 'src/analyze/html_report/viewer.js'));
const folder = mkdtempSync(join(tmpdir(), 'viewer-'));

function partie(...args) {
  try {
    return execFileSync(command, args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch (ended) {
    if (ended.status !== 1) throw ended;
    return ended.stdout.toString();
  }
}

/** The page of a game, and the game that it holds. */
function pageOf(name, ...args) {
  const path = join(folder, `${name.replaceAll(/\W/g, '-')}.html`);
  partie('show', '--html', ...args, fixture(name), '-o', path);
  const [, json] = readFileSync(path, 'utf8').match(/<script type="application\/json" id="game">(.*?)<\/script>/s);
  return { url: pathToFileURL(path).href, json, game: JSON.parse(json) };
}

const PAGES = { chess: pageOf('archive/guests.pgn'), shogi: pageOf('shogi/handicap.kifu'), hex: pageOf('hex/late.pgn') };

const hostile = join(folder, 'hostile.pgn');
const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
writeFileSync(hostile, `[Event "${evil}"]\n[White "${evil}"]\n[Black "B"]\n[Result "*"]\n\n1. e4 {${evil}} e5 2. Ke3 ${evil} *\n`);
const out = join(folder, 'out');
partie('analyze', '-q', '--infos', '-o', out, fixture('.'), hostile);
const report = join(folder, 'report.html');
partie('report', out, '-o', report);
const REPORT = pathToFileURL(report).href;

const files = {
  '/': ['text/html', '<!DOCTYPE html><html lang="en"><title>x</title><script type="module" src="viewer.js"></script><main id="main"></main>'],
  '/favicon.ico': ['image/png', ''],
  '/viewer.js': ['text/javascript', VIEWER],
  '/game.json': ['application/json', PAGES.chess.json],
  '/shogi.json': ['application/json', PAGES.shogi.json],
  '/other.json': ['application/json', '{"lines":1}'],
};
const server = createServer((request, response) => {
  const [type, text] = files[request.url] ?? [];
  if (type) response.writeHead(200, { 'content-type': type }).end(text);
  else response.writeHead(404).end();
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const HOST = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch();
after(async () => {
  await browser.close();
  server.close();
  server.closeAllConnections();
});

async function visited(url, act, options = {}) {
  const { tab, faults, close } = await visit(browser, url, { ready: async () => undefined, ...options });
  await act(tab);
  assert.deepEqual(faults.filter((fault) => !options.expected?.test(fault)), []);
  await close();
}

const embed = (tab, html) => tab.evaluate((html) => (document.getElementById('main').innerHTML = html), html);
const game = (tab) => tab.locator('partie-game');
const position = (tab) => game(tab).locator('.position').textContent();
const shows = (tab, expected) =>
  tab.waitForFunction((text) => document.querySelector('partie-game').shadowRoot.querySelector('.position').textContent === text, expected);

test('the viewer is small and needs nothing', () => {
  assert.ok(gzipSync(VIEWER).length <= 60_000);
  assert.doesNotMatch(VIEWER.toString(), /\bimport\b|WebAssembly/);
});

test('ply is where it stands, and is followed', () =>
  visited(HOST, async (tab) => {
    const moves = PAGES.chess.game.lines[0].moves.filter((move) => move.position);
    await embed(tab, '<partie-game src="game.json" ply="3"></partie-game>');
    await shows(tab, moves[2].position);
    for (const [ply, expected] of [['5', moves[4].position], ['0', PAGES.chess.game.start], ['1', moves[0].position]]) {
      await game(tab).evaluate((element, ply) => element.setAttribute('ply', ply), ply);
      assert.equal(await position(tab), expected);
    }
    await game(tab).press('ArrowRight');
    assert.equal(await position(tab), moves[1].position);
    // Behind the last move there is none.
    await game(tab).evaluate((element) => element.setAttribute('ply', '9999'));
    assert.equal(await game(tab).locator('.move[aria-current]').textContent(), await game(tab).locator('.move').last().textContent());
  }));

const marked = join(folder, 'marked.pgn');
writeFileSync(marked, '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 $1 $14 e5 $18 2. Nf3 $99 $5 Nc6 $146 *\n');
partie('show', '--html', marked, '-o', join(folder, 'marked.html'));

test('NAGs are signs, and words for those who point at them', () =>
  visited(pathToFileURL(join(folder, 'marked.html')).href, async (tab) => {
    const moves = game(tab).locator('.move');
    await moves.first().waitFor();
    assert.deepEqual(await moves.allTextContents(), ['e4! ⩲', 'e5 +−', 'Nf3 $99 !?', 'Nc6 N']);
    assert.equal(await moves.first().getAttribute('title'), 'good move, White has a slight advantage');
  }));

test('its words are those of its language, or of the page', () =>
  visited(HOST, async (tab) => {
    await embed(tab, '<div lang="ja"><partie-game src="shogi.json"></partie-game></div>');
    await tab.getByRole('button', { name: '次の手' }).waitFor();
    const board = game(tab).locator('.frame svg');
    await board.waitFor();
    assert.match(await board.getAttribute('aria-label'), /下手：.*上手の手番。/s);
    await game(tab).evaluate((element) => (element.lang = 'en'));
    await tab.getByRole('button', { name: 'Forward' }).waitFor();
    assert.match(await board.getAttribute('aria-label'), /Shitate: .*Uwate to move\./s);
  }));

test('colours are set by variables', () =>
  visited(HOST, async (tab) => {
    await tab.addStyleTag({ content: 'partie-game { --partie-dark: rgb(1, 2, 3); }' });
    await embed(tab, '<partie-game src="game.json"></partie-game>');
    await game(tab).locator('.cell').first().waitFor();
    const fill = await game(tab).locator('.shade2').first().evaluate((cell) => getComputedStyle(cell).fill);
    assert.equal(fill, 'rgb(1, 2, 3)');
  }));

test('what cannot be read is said, and what stands in it stays until then', () =>
  visited(HOST, async (tab) => {
    for (const [src, words] of [['none.json', /cannot be read: 404/], ['other.json', /not the JSON of a game/], ['#none', /cannot be read/]]) {
      await embed(tab, `<partie-game src="${src}"><p slot="still">A board</p></partie-game>`);
      await tab.waitForFunction(() => document.querySelector('partie-game').shadowRoot.querySelector('.said').textContent);
      assert.match(await game(tab).locator('.said').textContent(), words);
      assert.ok(await tab.getByText('A board').isVisible());
    }
    await game(tab).evaluate((element) => element.setAttribute('src', 'game.json'));
    await game(tab).locator('.cell').first().waitFor();
    assert.ok(!(await tab.getByText('A board').isVisible()));
  }, { expected: /404/ }));

test('whoever scrolls past a board scrolls', () =>
  visited(HOST, async (tab) => {
    await embed(tab, '<partie-game src="game.json"></partie-game><div style="height:3000px"></div>');
    await game(tab).locator('.frame svg').hover();
    await tab.mouse.wheel(0, 200);
    await tab.waitForFunction(() => scrollY > 0);
    assert.equal(await position(tab), PAGES.chess.game.start);
  }));

for (const [name, { url, game: data }] of Object.entries(PAGES)) {
  test(`the page of a game of ${name} steps through it`, () =>
    visited(url, async (tab) => {
      await game(tab).locator('.cell').first().waitFor();
      await game(tab).press('Home');
      assert.equal(await position(tab), data.start);
      for (const move of data.lines[0].moves) {
        await game(tab).press('ArrowRight');
        if (!move.position) break;
        assert.equal(await position(tab), move.position);
      }
    }));
}

const open = (tab) => tab.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));

test('cards of broken games step through the moves, whatever stands in them', () =>
  visited(REPORT, async (tab) => {
    await open(tab);
    const cards = tab.locator('.card:has(partie-game)');
    assert.ok((await cards.count()) > 5);
    const card = tab.locator('.card:has(partie-game)', { hasText: 'Ke3 is illegal' }).first();
    await card.scrollIntoViewIfNeeded();
    const moves = card.locator('.move');
    await moves.first().waitFor();
    assert.equal(await card.locator('.move[aria-current]').textContent(), 'Ke3');
    const before = await card.locator('.position').textContent();
    await card.getByRole('button', { name: 'Back' }).click();
    assert.equal(await card.locator('.said').textContent(), 'e5');
    assert.equal(await card.locator('.position').textContent(), before);
    await card.getByRole('button', { name: 'Back' }).click();
    assert.notEqual(await card.locator('.position').textContent(), before);
    assert.equal(await tab.locator('img, script:not([type])').count(), 0);
  }));

test('without scripts the boards stand still', () =>
  visited(REPORT, async (tab) => {
    await tab.locator('details.codes:has(partie-game) > summary').first().click();
    assert.ok(await tab.locator('details[open] partie-game [slot=still]').first().isVisible());
  }, { javaScriptEnabled: false }));

for (const [width, height] of [[360, 740], [1280, 800]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds no fault at ${width} px, ${colorScheme}`, async () => {
      const wrong = [];
      for (const [name, url] of [['report', REPORT], ...Object.entries(PAGES).map(([name, page]) => [name, page.url])]) {
        await visited(url, async (tab) => {
          await open(tab);
          for (let y = 0; y < (await tab.evaluate(() => document.body.scrollHeight)); y += height) {
            await tab.evaluate((y) => scrollTo(0, y), y);
            await tab.waitForTimeout(30);
          }
          await tab.evaluate(AXE);
          const { violations } = await tab.evaluate(() => window.axe.run());
          for (const { id, nodes } of violations) wrong.push(`${name}: ${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.failureSummary).join('; ')}`);
          assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} is too wide`);
        }, { width, height, colorScheme });
      }
      assert.deepEqual(wrong, []);
    });
  }
}
