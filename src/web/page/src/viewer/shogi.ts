import { figure, rows, type Board, type Cell, type Held, type Label } from './cells';

const WIDTH = 44;
const HEIGHT = 48;
/** Room for a hand left and right of the board. */
const HAND = 66;
const MARGIN = 22;
const NUMERALS = '一二三四五六七八九';

/** The board of an SFEN with the pieces in hand. */
export function shogi(position: string, flipped: boolean): Board {
  const [placement = '', turn = 'b', hands = '-'] = position.split(' ');
  const ranks = rows(placement);
  const [width, height] = [WIDTH * 9 + HAND * 2, HEIGHT * 9 + MARGIN * 2];
  const turned = (x: number, y: number): [number, number] => (flipped ? [width - x, height - y] : [x, y]);
  const cells: Cell[] = [];
  const labels: Label[] = [];
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      const [x, y] = turned(HAND + WIDTH * (column + 0.5), MARGIN + HEIGHT * (row + 0.5));
      const name = String(9 - column) + 'abcdefghi'.charAt(row);
      cells.push({ name, x, y, shade: 0, figure: ranks[row]?.[column] ?? null });
    }
    const along = MARGIN + HEIGHT * (row + 0.5);
    const across = HAND + WIDTH * (row + 0.5);
    labels.push({ x: across, y: MARGIN / 2, text: String(flipped ? row + 1 : 9 - row) });
    labels.push({ x: HAND + WIDTH * 9 + 10, y: along, text: NUMERALS.charAt(flipped ? 8 - row : row) });
  }
  const held: Held[] = [];
  const next = [0, 0];
  for (const [, count, letter = ''] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
    const piece = figure(letter);
    const of = piece.second ? 1 : 0;
    const step = next[of]!++;
    // The strongest piece lies farthest from its player's corner, as it stands first in the text.
    const x = width - HAND / 2 + 10;
    const y = height - MARGIN - HEIGHT * (0.5 + step);
    const [hx, hy] = piece.second !== flipped ? [width - x, height - y] : [x, y];
    held.push({ figure: piece, count: Number(count || 1), x: hx, y: hy });
  }
  const [w, h] = [WIDTH / 2, HEIGHT / 2];
  const corners: [number, number][] = [[-w, -h], [w, -h], [w, h], [-w, h]];
  return { width, height, corners, figure: 42, cells, labels, held, second: turn === 'w' };
}
