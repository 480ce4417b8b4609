// The page in Chromium, under its own policy: what it shows is what the command says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { command, fixture, open, page, serve, settled, stage, visit } from './support.mjs';

const { server, browser } = await stage();

async function visited(act, options) {
  const { tab, faults, close } = await visit(browser, options?.url ?? server.url, options);
  await act(tab);
  assert.deepEqual(faults, []);
  await close();
}

/** What the command prints; it exits with 1 where something is wrong. */
function partie(args, folder) {
  try {
    return execFileSync(command, args, { cwd: folder, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch (ended) {
    if (ended.status !== 1) throw ended;
    return ended.stdout.toString();
  }
}

const GAMES = ['club.pgn', 'hex/evening.pgn', 'shogi/league.kifu'];
const DAMAGED = ['club.pgn', 'archive/guests.pgn', 'kober/opera.txt', 'hex/late.pgn'];
const key = (tab, name) => tab.locator('#viewer').press(name);
const position = (tab) => tab.locator('#viewer .position').textContent();

async function saved(tab, id) {
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click(id)]);
  return readFileSync(await download.path());
}

test('opens with an example that is judged, and nothing goes wrong', () =>
  visited(async (tab) => {
    assert.match(await tab.textContent('#state'), /example\.pgn: 3 games, 1 broken/);
    assert.match(await tab.locator('#viewer .said').textContent(), /12\. Nbe2 is illegal/);
    assert.match(await tab.textContent('#repairs'), /Nbe2 -> Nbd2.*then all 32 plies replay/s);
  }));

for (const file of GAMES) {
  test(`Right shows the position of each ply of ${file}`, () =>
    visited(async (tab) => {
      await open(tab, fixture(file));
      await tab.locator('#games [role=option]').first().click();
      await tab.waitForFunction(() => document.getElementById('title').textContent.startsWith('1.'));
      await key(tab, 'Home');
      const positions = plies(file);
      assert.ok(positions.length > 5);
      // A table has the position before each ply.
      for (const [at, expected] of positions.entries()) {
        assert.equal(await position(tab), expected, `ply ${at + 1}`);
        await key(tab, 'ArrowRight');
      }
    }));
}

/** The positions of the first game of a file, as tables have them. */
function plies(file) {
  const out = join(mkdtempSync(join(tmpdir(), 'page-')), 'tables');
  partie(['analyze', '-q', '-o', out, '--format', 'csv', '--moves', '--columns', 'moves.game,moves.ply,moves.fen', file], fixture('.'));
  const folder = join(out, 'moves');
  const parts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.csv')).sort();
  const rows = parts.flatMap((part) => readFileSync(join(folder, part), 'utf8').trim().split('\n').slice(1));
  const cells = rows.map((row) => row.replaceAll('"', '').split(','));
  return cells.filter(([game]) => game === '1').map(([, , fen]) => fen);
}

test('findings and games are those of the command', () =>
  visited(async (tab) => {
    for (const file of [...GAMES, ...DAMAGED, 'shogi/draft.csa', 'shogi/lesson.ki2u', 'shogi/draft.jkf', 'other/evening.json', 'kober/book.txt']) {
      const name = basename(file);
      const lines = partie(['validate', '-q', '--format', 'jsonl', '--games', '--moves', name], join(fixture(file), '..'));
      const told = lines.trim().split('\n').filter((line) => !line.includes('"type":"summary"'));
      const shown = await tab.evaluate(judged, [[...readFileSync(fixture(file))], name, asset('worker-'), asset('partie_web_bg-')]);
      assert.deepEqual(shown.sort(), told.sort(), file);
    }
  }));

const asset = (start) => `assets/${readdirSync(join(page, 'dist/assets')).find((name) => name.startsWith(start))}`;

/** All lines of a file, in the page, from a judge of its own. */
async function judged([bytes, name, script, module]) {
  const worker = new Worker(new URL(script, document.baseURI), { type: 'module' });
  worker.postMessage({ module: new URL(module, document.baseURI).href });
  const waiting = new Map();
  let count = 0;
  let id = 0;
  const ended = new Promise((done) => {
    worker.onmessage = ({ data }) => {
      if (!('piece' in data)) return waiting.get(data.id)(data.value);
      const piece = JSON.parse(data.piece);
      count += piece.rows.length;
      if (piece.ended) done();
    };
  });
  const ask = (name, ...given) => new Promise((done) => {
    waiting.set(++id, done);
    worker.postMessage({ id, name, given });
  });
  await ask('open', new Blob([new Uint8Array(bytes)]), { name, infos: true });
  await ended;
  const lines = (await ask('fileFindings')).split('\n');
  for (let index = 0; index < count; index++) lines.push(...(await ask('findings', index)).split('\n'), await ask('game', index));
  worker.terminate();
  return lines.filter(Boolean);
}

for (const file of DAMAGED) {
  test(`${file}, mended and downloaded, is what the command writes`, () =>
    visited(async (tab) => {
      await open(tab, fixture(file));
      await tab.click('#more');
      await tab.click('#likely');
      await tab.waitForFunction(() => /made|Nothing/.test(document.getElementById('state').textContent), null, { timeout: 60_000 });
      const name = basename(file);
      const copy = join(mkdtempSync(join(tmpdir(), 'page-')), name);
      writeFileSync(copy, readFileSync(fixture(file)));
      partie(['fix', '-q', '--write=likely', name], join(copy, '..'));
      assert.ok((await saved(tab, '#save')).equals(readFileSync(copy)));
    }));
}

test('a repair is taken and taken back', () =>
  visited(async (tab) => {
    const before = await tab.locator('#text .cm-content').innerText();
    await tab.getByRole('button', { name: /^Take \d/ }).first().click();
    await tab.waitForFunction(() => / none broken/.test(document.getElementById('state').textContent));
    assert.match(await tab.locator('#text .cm-content').innerText(), /12\. Nbd2 cxd4/);
    assert.match((await saved(tab, '#save')).toString(), /12\. Nbd2 cxd4 13\. cxd4/);
    await tab.getByRole('button', { name: 'Undo' }).click();
    await tab.waitForFunction(() => / 1 broken/.test(document.getElementById('state').textContent));
    await settled(tab);
    assert.equal(await tab.locator('#text .cm-content').innerText(), before);
  }));

test('a move of one\'s own is written', () =>
  visited(async (tab) => {
    await tab.fill('#own', 'a4');
    await tab.click('.own button');
    await tab.waitForFunction(() => /12\. a4|Nbe2 -> a4/.test(document.getElementById('repairs').textContent));
    assert.match((await saved(tab, '#save')).toString(), /12\. a4 cxd4/);
  }));

test('games are pasted, filtered and converted', () =>
  visited(async (tab) => {
    await tab.click('#paste');
    await tab.fill('#pasted', '[White "Anna"]\n\n1. e4 e5 2. Nf3 *\n\n[White "Bo"]\n\n1. d4 *\n');
    await tab.click('#paste-go');
    await tab.waitForFunction(() => document.getElementById('state').textContent === 'pasted: 2 games, none broken');
    await tab.fill('#word', 'plies < 2');
    await tab.waitForFunction(() => document.querySelectorAll('#games [role=option]').length === 1);
    await tab.fill('#word', 'anna');
    await tab.waitForFunction(() => document.querySelector('#games [role=option]').textContent.includes('Anna'));
    await tab.locator('#games [role=option]').click();
    await tab.click('#to');
    await tab.selectOption('#target', 'uci');
    await tab.waitForFunction(() => document.querySelector('#converted textarea')?.value === 'e2e4 e7e5 g1f3\n');
  }));

test('a link holds the game, with names or without', () =>
  visited(async (tab) => {
    for (const nameless of [false, true]) {
      await tab.click('#more');
      await tab.click('#link');
      await tab.setChecked('#nameless', nameless);
      await tab.click('#copy-link');
      const address = await tab.evaluate(() => location.href);
      const { tab: other, faults, close } = await visit(browser, address);
      assert.equal(await other.textContent('#state'), 'link.pgn: 1 game, 1 broken');
      assert.match(await other.textContent('#repairs'), /Nbe2 -> Nbd2/);
      assert.equal(/A – B/.test(await other.textContent('#title')), nameless);
      assert.deepEqual(faults, []);
      await close();
    }
  }));

/** A zip archive, each of its files deflated but for the last. */
function zip(files) {
  const [parts, heads] = [[], []];
  let at = 0;
  for (const [index, [name, text]] of files.entries()) {
    const bytes = Buffer.from(text);
    const method = index + 1 < files.length ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    heads.push(Buffer.from('PK\x01\x02\x14\0'), common, place, Buffer.from(name));
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    parts.push(part);
    at += part.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

test('archives and several files are opened one by one', () =>
  visited(async (tab) => {
    const folder = mkdtempSync(join(tmpdir(), 'page-'));
    const game = (name) => `[White "${name}"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 *\n`;
    const archive = zip([['club/one.pgn', game('Anna')], ['club/', ''], ['club/readme.doc', 'x'], ['two.pgn', game('Max')]]);
    writeFileSync(join(folder, 'club.zip'), archive);
    writeFileSync(join(folder, 'three.pgn.gz'), gzipSync(game('Ida')));
    await open(tab, join(folder, 'club.zip'), join(folder, 'three.pgn.gz'));
    assert.deepEqual(await tab.locator('#files option').allTextContents(), ['club.zip/club/one.pgn', 'club.zip/two.pgn', 'three.pgn.gz']);
    for (const [index, name] of ['Anna', 'Max', 'Ida'].entries()) {
      await tab.selectOption('#files', String(index));
      await tab.waitForFunction((name) => document.getElementById('title').textContent.includes(name), name);
    }
    const at = archive.indexOf('Max');
    archive.write('May', at, 'latin1');
    writeFileSync(join(folder, 'bad.zip'), archive);
    writeFileSync(join(folder, 'cut.zip'), archive.subarray(0, 200));
    writeFileSync(join(folder, 'none.pgn.gz'), 'no gzip');
    for (const [file, said] of [['cut.zip', /cut\.zip: the archive has no directory/], ['none.pgn.gz', /none\.pgn\.gz is damaged/]]) {
      await tab.setInputFiles('#file', join(folder, file));
      await tab.waitForFunction((said) => new RegExp(said).test(document.getElementById('state').textContent), said.source);
    }
    await open(tab, join(folder, 'bad.zip'));
    await tab.selectOption('#files', '1');
    await tab.waitForFunction(() => /two\.pgn is damaged in the archive/.test(document.getElementById('state').textContent));
    assert.match(await tab.textContent('#title'), /Anna/);
  }));

test('what a record says stays text', () =>
  visited(async (tab) => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const folder = mkdtempSync(join(tmpdir(), 'page-'));
    const file = join(folder, 'x.pgn');
    writeFileSync(file, `[White "${evil}"]\n[Black "${evil}"]\n[Result "*"]\n\n1. e4 {${evil}} e5 2. Ke3 {${evil}} *\n`);
    await open(tab, file);
    assert.equal(await tab.locator('main img, main script').count(), 0);
    assert.ok((await tab.textContent('#title')).includes(evil));
  }));

test('opens without a network after it was opened once', async () => {
  const own = await serve();
  await visited(async (tab) => {
    await tab.evaluate(() => navigator.serviceWorker.ready);
    own.close();
    await tab.reload();
    await settled(tab);
    assert.match(await tab.textContent('#repairs'), /Nbe2 -> Nbd2/);
  }, { url: own.url });
});

test('the page as one file opens from the disk with the network off', async () => {
  const file = join(page, 'dist/partie.html');
  assert.ok(statSync(file).size <= 2.5e6, `${statSync(file).size} bytes`);
  const url = pathToFileURL(file).href;
  await visited(async (tab) => {
    await tab.context().setOffline(true);
    assert.match(await tab.textContent('#repairs'), /Nbe2 -> Nbd2/);
  }, { url });
});
