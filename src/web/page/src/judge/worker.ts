/** Judges a file piece by piece, and answers between two pieces. */

import init, { Judge, explain, targets, version } from './module/partie_web.js';

/** Bytes that are judged before it looks whether anybody asks. */
const PIECE = 1 << 18;

let judge: Judge | null = null;
let run = 0;
const { port1, port2 } = new MessageChannel();

// The types of pages do not have what only workers have.
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** The file that is judged, read in parts: it never is in memory as a whole. */
let file = new Blob();
const reader = new FileReaderSync();
const part = (from: number, to: number) => new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to)));

const open = (bytes: Blob, options: object, goesOn = false) => {
  run++;
  judge?.free();
  judge = null;
  file = bytes;
  judge = Judge.asking(file.size, { part }, JSON.stringify({ totals: true, ...options }));
  if (goesOn) judge.goesOn();
  port2.postMessage(run);
  return run;
};

port1.onmessage = ({ data }) => {
  if (data !== run || !judge) return;
  const piece = judge.piece(PIECE);
  postMessage({ run, piece });
  if (!piece.endsWith('"ended":true}')) port2.postMessage(run);
};

function held(): Judge {
  if (!judge) throw new Error('no file is open');
  return judge;
}

const parsed = (json: string | undefined) => (json === undefined ? null : JSON.parse(json));

const conversion = (made: { bytes(): Uint8Array; counts(): Uint32Array; issues(): string[]; losses(): string[]; free(): void }) => {
  const told = { bytes: made.bytes(), counts: [...made.counts()], issues: made.issues(), losses: made.losses() };
  made.free();
  return told;
};

/** The file with what was put right. */
const text = () => {
  const changes = held().changes();
  if (!changes) return new Blob([held().text() as BlobPart]);
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { from, to, bytes } of changes) {
    parts.push(file.slice(at, from), bytes as BlobPart);
    at = to;
  }
  return new Blob([...parts, file.slice(at)]);
};

const calls = {
  open,
  stop: () => void run++,
  shown: (index: number) => parsed(held().shown(index)),
  row: (index: number) => parsed(held().row(index)),
  game: (index: number) => held().game(index, true),
  findings: (index: number) => held().findings(index),
  fileFindings: () => held().fileFindings(),
  legal: (index: number, ply: number) => parsed(held().legal(index, ply)),
  repairs: (index: number) => parsed(held().repairs(index)),
  take: (index: number, which: number) => held().take(index, which),
  takeAll: (index: number, grade: string) => held().takeAll(index, grade),
  retype: (index: number, ply: number, text: string) => held().retype(index, ply, text),
  skip: (index: number) => held().skip(index),
  undo: (index: number) => held().undo(index),
  readDecisions: (rows: string) => [...held().readDecisions(rows)],
  takeBack: (rows: string) => parsed(held().takeBack(rows)),
  decide: (index: number) => parsed(held().decide(index)),
  decisionRows: () => held().decisionRows(),
  steps: (index: number) => held().steps(index) ?? null,
  redo: (steps: string) => held().redo(steps),
  isOfFile: () => held().isOfFile(),
  summary: () => parsed(held().summary()),
  text,
  log: () => held().log(),
  saying: (words: string, from: number, to: number) => [...held().saying(words, from, to)],
  matching: (where: string, from: number, to: number) => [...held().matching(where, from, to)],
  convert: (target: string) => conversion(held().convert(target)),
  convertGame: (index: number, target: string) => conversion(held().convertGame(index, target)),
  explain: (topic: string) => explain(topic) ?? null,
  targets: () => targets(),
  version: () => version(),
};

export type Calls = typeof calls;

let ready: Promise<unknown> | null = null;

onmessage = async ({ data }) => {
  if ('module' in data) {
    ready = init({ module_or_path: data.module });
    // The first call says what went wrong.
    ready.catch(() => undefined);
    return;
  }
  const { id, name, given } = data as { id: number; name: keyof Calls; given: unknown[] };
  try {
    await ready;
    const value = (calls[name] as (...given: unknown[]) => unknown)(...given);
    postMessage({ id, value });
  } catch (wrong) {
    postMessage({ id, error: wrong instanceof Error ? wrong.message : String(wrong) });
  }
};
