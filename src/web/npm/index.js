/** The judge as functions, in browsers and in Node. */

import init, { Judge, explain as pageOf, targets as targetLines, version as versionOf } from './module/partie_web.js';

/** Bytes that are judged before a limit is looked at. */
const PIECE = 1 << 16;

const module = new URL('./module/partie_web_bg.wasm', import.meta.url);
// Node's fetch opens no files.
const source = module.protocol === 'file:' ? (await import('node:fs/promises')).readFile(module) : module;
await init({ module_or_path: await source });

const bytesOf = (input) => (typeof input === 'string' ? new TextEncoder().encode(input) : input);

function opened(input, { maxBytes: _bytes, maxMs: _ms, maxFindings: _findings, ...options } = {}) {
  try {
    return new Judge(bytesOf(input), JSON.stringify(options));
  } catch (wrong) {
    throw new TypeError(String(wrong));
  }
}

const parsed = (lines) => (lines ?? '').split('\n').filter(Boolean).map((line) => JSON.parse(line));

/** The games of a text one after the other, each with its findings. */
export function* games(input, options) {
  const judge = opened(input, options);
  try {
    let done = 0;
    for (let ended = false; !ended; ) {
      ended = judge.piece(PIECE).endsWith('"ended":true}');
      for (; done < judge.count(); done++) yield { game: JSON.parse(judge.game(done, true)), findings: parsed(judge.findings(done)) };
    }
    const about = parsed(judge.fileFindings());
    if (about.length > 0) yield { game: null, findings: about };
  } finally {
    judge.free();
  }
}

/** What is wrong with a text, within limits. */
export function validate(input, options = {}) {
  const { maxBytes = Infinity, maxMs = Infinity, maxFindings = Infinity } = options;
  const told = { ok: false, games: 0, broken: 0, findings: [], stopped: null };
  const bytes = bytesOf(input);
  if (bytes.length > maxBytes) return { ...told, stopped: 'maxBytes' };
  const begun = performance.now();
  for (const { game, findings } of games(bytes, options)) {
    if (game) told.games++;
    if (game && (game.status === 'error' || game.status === 'unreadable')) told.broken++;
    for (const finding of findings) {
      if (told.findings.length >= maxFindings) told.stopped = 'maxFindings';
      else told.findings.push(finding);
    }
    if (performance.now() - begun > maxMs) told.stopped = 'maxMs';
    if (told.stopped) break;
  }
  told.ok = told.games > 0 && !told.stopped && !told.findings.some(({ severity }) => severity === 'error');
  return told;
}

function whole(input, options) {
  const judge = opened(input, options);
  while (!judge.piece(0xffffffff).endsWith('"ended":true}'));
  return judge;
}

/** A text in another format, one of `targets`. */
export function convert(input, target, options) {
  const judge = opened(input, options);
  try {
    const made = judge.convert(target);
    const [read, written] = made.counts();
    const told = { bytes: made.bytes(), games: read, written, issues: made.issues(), losses: made.losses() };
    made.free();
    return told;
  } catch (wrong) {
    throw new TypeError(String(wrong));
  } finally {
    judge.free();
  }
}

/** A text with all put right that is as sure as `grade`, `certain` or `likely`. */
export function fix(input, grade, options) {
  if (grade !== 'certain' && grade !== 'likely') throw new TypeError(`no such grade: ${grade}`);
  const judge = whole(input, options);
  try {
    let edits = 0;
    for (let index = 0; index < judge.count(); index++) edits += judge.takeAll(index, grade);
    return { bytes: judge.text(), edits, log: judge.log() };
  } finally {
    judge.free();
  }
}

/** The page of a code or of a rule book, as Markdown. */
export const explain = (topic) => pageOf(topic) ?? null;

/** The names of the formats to which `convert` writes. */
export const targets = targetLines().map((line) => line.split(' ')[0]);

export const version = versionOf();
