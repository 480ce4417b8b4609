/** What the judge says of games, as JSON. */

export type Kind = 'chess' | 'shogi' | 'hex';

export interface Row {
  number: number;
  line: number;
  kind: Kind;
  players: [string | null, string | null];
  result: string | null;
  status: 'ok' | 'error' | 'unreadable' | 'unsupported';
  broken: boolean;
  plies: number;
  errors: number;
  warnings: number;
  infos: number;
  first: string | null;
}

export interface Piece {
  rows: Row[];
  read: number;
  of: number;
  /** Where the last game begins, which is left to the next part of the file. */
  rest?: number;
  /** Why the file could not be read to its end. */
  failure?: string;
  ended: boolean;
}

export interface Move {
  ply: number;
  second: boolean;
  token: string;
  from: number;
  to: number;
  /** Absent where the move cannot be played, as are the next two. */
  san?: string;
  coordinates?: string;
  position?: string;
  marks?: string[];
  comments?: string[];
  clock?: number;
  spent?: number;
  eval?: number;
}

export interface Line {
  parent: number | null;
  ply: number;
  comments: string[];
  moves: Move[];
}

/** As `docs/schema/jsonl.md` has it. */
export interface FindingJson {
  code: string;
  name: string;
  severity: 'error' | 'warning' | 'info';
  ply?: number;
  variation?: number;
  line: number;
  column: number;
  token?: string;
  message: string;
  help?: string;
  basis?: string;
  position?: string;
  causes?: { message: string; square?: string; ply?: number }[];
}

export interface Finding {
  from: number;
  to: number;
  marks: [string, boolean][];
  json: FindingJson;
}

export interface Shown {
  row: Row;
  format: string;
  encoding: string;
  rules: string;
  tags: [string, string][];
  start: string | null;
  lines: Line[];
  draws: [number, string][];
  findings: Finding[];
  text: string;
  /** Whether not all of its text and moves is here. */
  cut: boolean;
  steps: string[];
}

export interface Edit {
  from: number;
  to: number;
  ply: number | null;
  code: string;
  words: string;
  was: string;
  text: string;
  message: string;
}

export interface Repair {
  grade: 'certain' | 'likely' | 'guess';
  words: string;
  whole: boolean;
  reach: number;
  why: string[];
  remarks: string[];
  edits: Edit[];
}

export interface Repairs {
  repairs: Repair[];
}
