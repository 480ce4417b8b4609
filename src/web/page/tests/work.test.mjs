// What a person does with a file over several visits: decisions, kept work, the file itself, its parts, its totals.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { command, fixture, open, page, settled, stage, visit } from './support.mjs';

const { server, browser } = await stage();
const folder = () => mkdtempSync(join(tmpdir(), 'page-'));
const state = (tab) => tab.textContent('#state');
const said = (tab, words) => tab.waitForFunction((words) => new RegExp(words).test(document.getElementById('state').textContent), words.source);

async function visited(act, url = server.url, options = {}) {
  const { tab, faults, close } = await visit(browser, url, options);
  await act(tab);
  assert.deepEqual(faults, []);
  await close();
}

async function menu(tab, id) {
  await tab.click('#more');
  await tab.click(id);
}

async function saved(tab, act) {
  const [download] = await Promise.all([tab.waitForEvent('download'), act()]);
  return readFileSync(await download.path());
}

/** The command; it exits with 1 where something is wrong. */
function partie(args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.ok(status === 0 || status === 1, stderr);
}

const takeFirst = async (tab) => {
  await tab.getByRole('button', { name: /^Take \d/ }).first().click();
  await said(tab, / none broken/);
  await settled(tab);
};

test('decisions go from the page to the command, and from the command to the page', () =>
  visited(async (tab) => {
    const below = folder();
    const file = join(below, 'club.pgn');
    copyFileSync(fixture('club.pgn'), file);
    await open(tab, file);
    await tab.getByRole('button', { name: 'Leave this game as it is' }).click();
    await said(tab, /is left as it is/);
    await menu(tab, '#likely');
    await said(tab, /edits? made/);
    const mended = await saved(tab, () => tab.click('#save'));
    const rows = await saved(tab, () => menu(tab, '#save-decisions'));
    assert.match(rows.toString(), /"decision":"no"/);
    assert.match(rows.toString(), /"decision":"yes"/);
    const decisions = join(below, 'club.pgn.decisions.jsonl');
    writeFileSync(decisions, rows);
    // The same rows, in the page again: dropped together with the file.
    await tab.evaluate(() => (window.onbeforeunload = null));
    const { tab: other, close } = await visit(browser, server.url);
    await other.setInputFiles('#file', [file, decisions]);
    await said(other, /games? repaired, 1 game left/);
    assert.ok((await saved(other, () => other.click('#save'))).equals(mended));
    await close();
    partie(['fix', '-q', '--decisions', decisions, 'club.pgn'], below);
    assert.equal(readFileSync(file, 'latin1'), mended.toString('latin1'));
  }));

test('what the command wrote is taken back by its log', () =>
  visited(async (tab) => {
    const below = folder();
    const [file, log] = ['club.pgn', 'edits.jsonl'].map((name) => join(below, name));
    copyFileSync(fixture('club.pgn'), file);
    partie(['fix', '-q', '--write=likely', '--log', 'edits.jsonl', 'club.pgn'], below);
    assert.notEqual(readFileSync(file, 'latin1'), readFileSync(fixture('club.pgn'), 'latin1'));
    await open(tab, file);
    await tab.setInputFiles('#log', log);
    await said(tab, /edits\.jsonl: edits undone in 3 games\./);
    const before = await saved(tab, () => tab.click('#save'));
    assert.equal(before.toString('latin1'), readFileSync(fixture('club.pgn'), 'latin1'));
    // The original has nothing of it.
    await tab.evaluate(() => (window.onbeforeunload = null));
    const { tab: other, close } = await visit(browser, server.url);
    await open(other, fixture('club.pgn'));
    await other.setInputFiles('#log', log);
    await said(other, /stands there now.* And 2 more/);
    await close();
  }));

test('nothing is kept unasked; what is kept is there after the tab was closed, and forgotten when that is said', async () => {
  for (const url of [server.url, pathToFileURL(join(page, 'dist/partie.html')).href]) {
    await visited(async (tab) => {
      const known = () => tab.evaluate(async () => (await indexedDB.databases()).length);
      await takeFirst(tab);
      assert.equal(await known(), 0);
      const before = await tab.locator('#text .cm-content').innerText();
      await tab.getByRole('button', { name: 'Keep them on this device' }).click();
      await tab.getByRole('button', { name: 'Forget' }).waitFor();
      const again = await tab.context().newPage();
      await tab.close();
      await again.goto(url);
      await again.getByRole('button', { name: 'Forget' }).waitFor();
      await said(again, /example\.pgn: 3 games, none broken/);
      await again.waitForFunction(() => /Nbe2 -> Nbd2/.test(document.getElementById('repairs').textContent));
      assert.equal(await again.locator('#text .cm-content').innerText(), before);
      await again.getByRole('button', { name: 'Undo' }).click();
      await said(again, / 1 broken/);
      await again.getByRole('button', { name: 'Forget' }).click();
      await said(again, /Nothing is kept/);
      assert.equal(await again.evaluate(async () => (await indexedDB.databases()).length), 0);
    }, url);
  }
});

test('a file is saved into, unless another program wrote it meanwhile', () =>
  visited(async (tab) => {
    await tab.addInitScript(() => {
      window.showOpenFilePicker = async () => {
        const root = await navigator.storage.getDirectory();
        return [await root.getFileHandle('club.pgn', { create: true })];
      };
    });
    const text = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *\n';
    const write = (text) => tab.evaluate(async (text) => {
      const root = await navigator.storage.getDirectory();
      const out = await (await root.getFileHandle('club.pgn', { create: true })).createWritable();
      await out.write(text);
      await out.close();
    }, text);
    const read = () => tab.evaluate(async () => (await (await (await navigator.storage.getDirectory()).getFileHandle('club.pgn')).getFile()).text());
    await write(text);
    await tab.reload();
    await settled(tab);
    assert.equal(await tab.locator('#save-into').isHidden(), true);
    await tab.click('#open');
    await said(tab, /club\.pgn: 1 game, 1 broken/);
    await settled(tab);
    await takeFirst(tab);
    await menu(tab, '#save-into');
    await said(tab, /club\.pgn is saved/);
    assert.equal(await read(), text.replace('Bb6', 'Bb5'));
    await write(`${text} `);
    await tab.evaluate(() => (window.confirm = (words) => (window.asked = words, false)));
    await menu(tab, '#save-into');
    await tab.waitForFunction(() => /changed by another program/.test(window.asked));
    assert.equal(await read(), `${text} `);
  }));

test('a large file is judged by parts, and downloaded whole', async () => {
  const game = (number) => `[White "${number}"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *\n\n`;
  const text = Array.from({ length: 40 }, (_, at) => game(at)).join('');
  const file = join(folder(), 'large.pgn');
  writeFileSync(file, text);
  await visited(async (tab) => {
    await open(tab, file);
    const count = async () => Number((await state(tab)).match(/(\d+) games?,/)[1]);
    const first = await count();
    assert.match(await tab.textContent('#parts'), /is judged in parts: this is 0–0\.0/);
    await tab.click('#next-part');
    await tab.waitForFunction((first) => document.getElementById('title').textContent.includes(`. ${first} –`), first);
    await settled(tab);
    await tab.getByRole('button', { name: /^Take \d/ }).first().click();
    await tab.getByRole('button', { name: 'Undo' }).waitFor();
    const at = text.indexOf('Bb6', text.indexOf(`"${first}"`));
    assert.equal((await saved(tab, () => tab.click('#save'))).toString(), `${text.slice(0, at)}Bb5${text.slice(at + 3)}`);
    let all = first + (await count());
    while (await tab.locator('#next-part').isVisible()) {
      const before = await tab.textContent('#parts');
      await tab.click('#next-part');
      await tab.waitForFunction((before) => document.getElementById('parts').textContent !== before, before);
      await settled(tab);
      all += await count();
    }
    assert.equal(all, 40);
    await menu(tab, '#save-decisions');
    await said(tab, /Decisions need the whole file/);
    const utf16 = join(folder(), 'utf16.pgn');
    writeFileSync(utf16, Buffer.from(`\ufeff${text}`, 'utf16le'));
    await tab.setInputFiles('#file', utf16);
    await said(tab, /is in UTF-16, and too large/);
    assert.equal(await tab.locator('#parts').isHidden(), true);
  }, `${server.url}#part=0.002`);
});

test('the overview has what the command counts', () =>
  visited(async (tab) => {
    await open(tab, fixture('club.pgn'));
    const below = folder();
    partie(['analyze', '-q', '-o', join(below, 'out'), fixture('club.pgn')]);
    const told = JSON.parse(readFileSync(join(below, 'out/summary.json')));
    await menu(tab, '#survey');
    await tab.locator('#counts tr').first().waitFor();
    const shown = await tab.locator('#counts tr').allTextContents();
    const { first, draw, second, unknown } = told.results;
    assert.deepEqual(shown.slice(0, 4), [`First player won${first}`, `Drawn${draw}`, `Second player won${second}`, `Unknown${unknown}`]);
    for (const [code, count] of Object.entries(told.codes)) assert.ok(shown.some((row) => row.startsWith(code) && row.endsWith(String(count))), code);
    assert.match(await tab.textContent('#counts'), new RegExp(`${told.games} games, ${told.plies} plies`));
  }));

test('a move of shogi is written in the encoding of the file, as the file writes moves', () =>
  visited(async (tab) => {
    const letters = { 手: [0x8e, 0xe8], 合: [0x8d, 0x87], 割: [0x8a, 0x84], '：': [0x81, 0x46], 平: [0x95, 0xbd], '７': [0x82, 0x56], 六: [0x98, 0x5a], 歩: [0x95, 0xe0], '３': [0x82, 0x52], 四: [0x8e, 0x6c], '２': [0x82, 0x51], 二: [0x93, 0xf1], 飛: [0x94, 0xf2], 角: [0x8a, 0x70], 成: [0x90, 0xac] };
    const bytes = (text) => Buffer.from([...text].flatMap((letter) => letters[letter] ?? letter.charCodeAt(0)));
    const text = '手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二飛(28)\n';
    const file = join(folder(), 'a.kif');
    writeFileSync(file, bytes(text));
    await open(tab, file);
    // The text that was there before is shown until this one is judged.
    await tab.waitForFunction(() => /format kif, encoding shift_jis, rule book jsa/.test(document.getElementById('form').textContent));
    const option = tab.locator('#legal option', { hasText: '２二角成' });
    await tab.fill('#own', await option.getAttribute('value'));
    await tab.press('#own', 'Enter');
    await said(tab, /none broken/);
    assert.ok((await saved(tab, () => tab.click('#save'))).equals(bytes(text.replace('２二飛(28)', '２二角成(88)'))));
  }));

test('what cannot be unpacked is said, with what unpacks it', () =>
  visited(async (tab) => {
    for (const [ending, unpacker] of [['xz', 'unxz'], ['bz2', 'bunzip2'], ['zst', 'unzstd']]) {
      const file = join(folder(), `a.pgn.${ending}`);
      writeFileSync(file, 'x');
      await tab.setInputFiles('#file', file);
      await said(tab, new RegExp(`cannot unpack \\.${ending}\\. Unpack it with ${unpacker}`));
    }
  }));
