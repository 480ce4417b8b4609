import { rows, type Board, type Cell, type Label } from './cells';

const FILES = 'abcdefghikl';
const HALF_WIDTH = 30;
const HALF_HEIGHT = 26;
const STEP = (HALF_WIDTH / 2) * 3;
const MARGIN = 22;
/** The height of f11, in halves of a cell. */
const TOP = 22;

/** The hexagonal board of a FEN by ranks. */
export function hex(position: string, flipped: boolean): Board {
  const [placement = '', turn = 'w'] = position.split(' ');
  const ranks = rows(placement);
  const cells: Cell[] = [];
  const labels: Label[] = [];
  const width = STEP * 10 + HALF_WIDTH * 2 + MARGIN * 2;
  const height = HALF_HEIGHT * 22 + MARGIN * 2;
  const place = (file: number, rank: number): [number, number] => {
    const rise = 2 * rank + Math.abs(file - 5);
    const x = MARGIN + HALF_WIDTH + STEP * file;
    const y = MARGIN + HALF_HEIGHT * (TOP - rise + 1);
    return flipped ? [width - x, height - y] : [x, y];
  };
  for (let rank = 11; rank >= 1; rank--) {
    const inset = Math.max(rank, 6) - 6;
    for (let file = inset; file <= 10 - inset; file++) {
      const [x, y] = place(file, rank);
      const rise = 2 * rank + Math.abs(file - 5);
      const shade = rise % 3 === 0 ? 1 : rise % 3 === 1 ? 2 : 0;
      const figure = ranks[11 - rank]?.[file - inset] ?? null;
      cells.push({ name: FILES.charAt(file) + rank, x, y, shade, figure });
    }
    const [x, y] = place(inset, rank);
    labels.push({ x: x + (flipped ? 38 : -38), y: rank > 6 ? y + (flipped ? 12 : -12) : y, text: String(rank) });
  }
  for (let file = 0; file < 11; file++) {
    const [x, y] = place(file, 1);
    labels.push({ x, y: y + (flipped ? -HALF_HEIGHT - 11 : HALF_HEIGHT + 11), text: FILES.charAt(file) });
  }
  const [w, h] = [HALF_WIDTH, HALF_HEIGHT];
  const corners: [number, number][] = [[-w, 0], [-w / 2, -h], [w / 2, -h], [w, 0], [w / 2, h], [-w / 2, h]];
  return { width, height, corners, figure: 38, cells, labels, held: [], second: turn === 'b' };
}
