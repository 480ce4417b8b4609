/** A finding as `docs/schema/jsonl.md` has it. */
export interface Finding {
  v: 1;
  type: 'finding';
  code: string;
  name: string;
  severity: 'error' | 'warning' | 'info';
  path: string;
  game?: number;
  ply?: number;
  variation?: number;
  line: number;
  column: number;
  span: [number, number];
  token?: string;
  message: string;
  help?: string;
  basis?: string;
  rules: string;
  position?: string;
  [key: string]: unknown;
}

/** A game as `docs/schema/jsonl.md` has it. */
export interface Game {
  v: 1;
  type: 'game';
  path: string;
  game: number;
  line: number;
  notation: string;
  status: 'ok' | 'error' | 'unreadable' | 'unsupported';
  plies: number;
  moves?: string;
  [key: string]: unknown;
}

/** The flags of the command. */
export interface Options {
  /** What the text is called: a path, of which the extension is believed. */
  name?: string;
  rules?: string;
  from?: string;
  letters?: string;
  encoding?: string;
  select?: string[];
  ignore?: string[];
  infos?: boolean;
  suggest?: boolean;
  assume?: boolean;
  style?: boolean;
  odds?: string;
  where?: string;
}

/** Limits are looked at between two games. */
export interface Limits {
  maxBytes?: number;
  maxMs?: number;
  maxFindings?: number;
}

export interface Validated {
  /** There are games, all of them were judged, and none has an error. */
  ok: boolean;
  games: number;
  broken: number;
  findings: Finding[];
  stopped: keyof Limits | null;
}

export interface Converted {
  bytes: Uint8Array;
  games: number;
  written: number;
  issues: string[];
  losses: string[];
}

export interface Fixed {
  bytes: Uint8Array;
  edits: number;
  log: string;
}

export type Input = Uint8Array | string;

/** The last one may be without a game: what is said of the text as a whole. */
export function games(input: Input, options?: Options): Generator<{ game: Game | null; findings: Finding[] }>;
export function validate(input: Input, options?: Options & Limits): Validated;
export function convert(input: Input, target: string, options?: Options): Converted;
export function fix(input: Input, grade: 'certain' | 'likely', options?: Options): Fixed;
export function explain(topic: string): string | null;
export const targets: string[];
export const version: string;
