/** Where one stands in a game, and where one can go from there. */

import type { Line, Move, Shown } from '../data';

/** A move of a line; -1 is before its first. */
export interface Spot {
  line: number;
  index: number;
}

export const START: Spot = { line: 0, index: -1 };

export function moveAt(game: Shown, spot: Spot): Move | null {
  return game.lines[spot.line]?.moves[spot.index] ?? null;
}

/** The last place before one at which there is a position, itself included. */
export function played(game: Shown, spot: Spot): { spot: Spot; position: string | null } {
  let { line, index } = spot;
  for (;;) {
    const moves = game.lines[line]?.moves ?? [];
    for (; index >= 0; index--) {
      const position = moves[index]?.position;
      if (position) return { spot: { line, index }, position };
    }
    const from = branch(game, line);
    if (!from) return { spot: START, position: game.start };
    ({ line, index } = from);
  }
}

/** The place in the parent at which a line leaves it. */
function branch(game: Shown, line: number): Spot | null {
  const of = game.lines[line];
  if (!of || of.parent === null) return null;
  const index = (game.lines[of.parent]?.moves ?? []).findIndex((move) => move.ply === of.ply);
  return { line: of.parent, index: index < 0 ? -1 : index - 1 };
}

export function next(game: Shown, spot: Spot): Spot {
  const length = game.lines[spot.line]?.moves.length ?? 0;
  return spot.index + 1 < length ? { line: spot.line, index: spot.index + 1 } : spot;
}

export function previous(game: Shown, spot: Spot): Spot {
  if (spot.index > 0 || (spot.index === 0 && spot.line === 0)) return { line: spot.line, index: spot.index - 1 };
  return branch(game, spot.line) ?? spot;
}

export function last(game: Shown, spot: Spot): Spot {
  return { line: spot.line, index: (game.lines[spot.line]?.moves.length ?? 0) - 1 };
}

/** The lines that replace a move. */
export function variations(game: Shown, line: number, ply: number): [number, Line][] {
  return [...game.lines.entries()].filter(([, of]) => of.parent === line && of.ply === ply);
}

/** The number that is written before a move, and whether White's stands there. */
export function numbering(game: Shown): (move: Move) => { number: number; isFirst: boolean } {
  if (game.row.kind === 'shogi') return (move) => ({ number: move.ply, isFirst: true });
  const fields = game.start?.split(' ') ?? [];
  const begin = Number(fields[5] ?? 1) || 1;
  const shift = fields[1] === 'b' ? 1 : 0;
  return (move) => ({ number: begin + Math.floor((move.ply - 1 + shift) / 2), isFirst: (move.ply + shift) % 2 === 1 });
}
