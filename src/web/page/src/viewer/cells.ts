/** Where the cells of a board lie in a picture, and who stands there. */

export interface Figure {
  /** `K`, `p`, `+P`: as positions have it; small letters are of the second player. */
  letter: string;
  second: boolean;
}

export interface Cell {
  name: string;
  x: number;
  y: number;
  shade: 0 | 1 | 2;
  figure: Figure | null;
}

export interface Label {
  x: number;
  y: number;
  text: string;
}

export interface Held {
  figure: Figure;
  count: number;
  x: number;
  y: number;
}

export interface Board {
  width: number;
  height: number;
  /** Corners of a cell about its middle. */
  corners: [number, number][];
  figure: number;
  cells: Cell[];
  labels: Label[];
  held: Held[];
  /** Who moves. */
  second: boolean;
}

/** The rows of a position, each a list of cells; `digits` are so many empty ones. */
export function rows(placement: string): (Figure | null)[][] {
  return placement.split('/').map((row) => {
    const cells: (Figure | null)[] = [];
    for (const [token] of row.matchAll(/\d+|\+?[A-Za-z]~?/g)) {
      const empty = Number(token);
      if (Number.isNaN(empty)) cells.push(figure(token.replace('~', '')));
      else for (let left = Math.min(empty, 99); left > 0; left--) cells.push(null);
    }
    return cells;
  });
}

export function figure(letter: string): Figure {
  return { letter: letter.toUpperCase(), second: letter !== letter.toUpperCase() };
}
