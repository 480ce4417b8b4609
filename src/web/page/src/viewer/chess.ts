import { rows, type Board, type Cell, type Label } from './cells';

const SIDE = 45;
const MARGIN = 22;

/** The board of a FEN, seen by the first player or by the second. */
export function chess(position: string, flipped: boolean): Board {
  const [placement = '', turn = 'w'] = position.split(' ');
  const ranks = rows(placement.replace(/\[.*$/, ''));
  const cells: Cell[] = [];
  const labels: Label[] = [];
  const size = SIDE * 8 + MARGIN * 2;
  for (let row = 0; row < 8; row++) {
    for (let file = 0; file < 8; file++) {
      const [across, down] = flipped ? [7 - file, 7 - row] : [file, row];
      cells.push({
        name: 'abcdefgh'.charAt(file) + (8 - row),
        x: MARGIN + SIDE * (across + 0.5),
        y: MARGIN + SIDE * (down + 0.5),
        shade: (file + row) % 2 ? 2 : 0,
        figure: ranks[row]?.[file] ?? null,
      });
    }
    const middle = MARGIN + SIDE * (row + 0.5);
    labels.push({ x: MARGIN / 2, y: middle, text: String(flipped ? row + 1 : 8 - row) });
    labels.push({ x: middle, y: size - MARGIN / 2, text: 'abcdefgh'.charAt(flipped ? 7 - row : row) });
  }
  const half = SIDE / 2;
  const corners: [number, number][] = [[-half, -half], [half, -half], [half, half], [-half, half]];
  return { width: size, height: size, corners, figure: 40, cells, labels, held: [], second: turn === 'b' };
}
