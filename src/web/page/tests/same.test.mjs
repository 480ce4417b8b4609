// What the judge says of real files, byte by byte, is what the command prints of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { decompress } from 'fzstd';
import { games } from '../../npm/index.js';
import { command, root } from './support.mjs';

/** Archives are unpacked by whoever calls the judge. */
const PACKED = /\.(?:zip|gz|bz2|xz)$/;
const FOLDERS = { 'fixtures of the project': join(root, 'fixtures'), 'archives beside the project': join(root, '../shared/data') };

for (const [name, folder] of Object.entries(FOLDERS)) {
  const isThere = existsSync(folder);
  if (!isThere) assert.ok(!process.env.PARTIE_NEEDS_DATA, `${folder} must be there`);
  test(name, { skip: isThere ? false : `not run: ${folder} is missing` }, (context) => {
    const scratch = mkdtempSync(join(tmpdir(), 'judge-'));
    const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile() && !PACKED.test(file));
    const differing = [];
    let lines = 0;
    for (const file of files) {
      const bytes = contents(file, scratch);
      const printed = printedFor(plain(file), scratch);
      const told = judged(bytes, plain(file));
      differing.push(...without(printed, told).map((line) => `only the command: ${line}`), ...without(told, printed).map((line) => `only the judge: ${line}`));
      lines += printed.length;
    }
    rmSync(scratch, { recursive: true });
    context.diagnostic(`${files.length} files, ${lines} games and findings`);
    assert.deepEqual(differing, []);
  });
}

/** What a file is called once it is unpacked. */
function plain(file) {
  return basename(file).replace(/\.zst$/, '');
}

/** The bytes of a file, which stand unpacked in the scratch folder, too. */
function contents(file, scratch) {
  const packed = readFileSync(file);
  const bytes = file.endsWith('.zst') ? decompress(packed) : packed;
  writeFileSync(join(scratch, plain(file)), bytes);
  return bytes;
}

function judged(bytes, name) {
  const lines = [];
  for (const { game, findings } of games(bytes, { name })) lines.push(...findings, ...(game ? [game] : []));
  return inOrder(lines);
}

/** It exits with 1 where something is wrong. */
function printedFor(name, folder) {
  const args = ['validate', '-q', '--format', 'jsonl', '--games', '--moves', name];
  const options = { cwd: folder, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] };
  let text;
  try {
    text = execFileSync(command, args, options);
  } catch (ended) {
    if (ended.status !== 1 && ended.status !== 2) throw ended;
    text = ended.stdout;
  }
  return inOrder(text.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter(({ type }) => type !== 'summary'));
}

/** The lines of one list that the other does not have. */
function without(lines, others) {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

function inOrder(lines) {
  return lines.map((line) => JSON.stringify(line)).sort();
}
