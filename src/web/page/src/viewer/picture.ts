/** A board as SVG, made of elements with attributes: no text becomes markup. */

import type { Kind } from '../data';
import type { Board, Figure } from './cells';
import { chess } from './chess';
import { FIGURES, NAMES } from './figures';
import { hex } from './hex';
import { shogi } from './shogi';
import type { Words } from './words';

export interface Highlights {
  /** Cells of the last move. */
  last: string[];
  /** The king that is in check. */
  check: string | null;
  /** Cells that explain a fault: those of the side that explains it are `true`. */
  marks: [string, boolean][];
  /** Where a move goes that cannot be played. */
  wrong: string | null;
  /** The board in words. */
  spoken: string;
}

const BOARDS = { chess, hex, shogi };
const WOOD: [number, number][] = [[0, -21], [13, -15], [17, 20], [-17, 20], [-13, -15]];

type Attributes = Record<string, string | number>;

function element(name: string, attributes: Attributes, ...children: (Element | string)[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const points = (corners: [number, number][], x: number, y: number, turn = 1) =>
  corners.map(([dx, dy]) => `${x + turn * dx},${y + turn * dy}`).join(' ');

/** The board of a position. */
export function boardOf(kind: Kind, position: string, flipped: boolean): Board {
  return BOARDS[kind](position, flipped);
}

/** The picture of a board. */
export function picture(kind: Kind, board: Board, shown: Highlights, flipped: boolean): SVGElement {
  const { width, height } = board;
  const svg = element('svg', { viewBox: `0 0 ${width} ${height}`, class: `board ${kind}`, role: 'img' });
  svg.setAttribute('aria-label', shown.spoken);
  for (const cell of board.cells) {
    const mark = shown.marks.find(([name]) => name === cell.name);
    const classes = ['cell', `shade${cell.shade}`];
    if (shown.last.includes(cell.name)) classes.push('last');
    if (shown.check === cell.name) classes.push('check');
    if (mark) classes.push(mark[1] ? 'against' : 'marked');
    svg.append(element('polygon', { points: points(board.corners, cell.x, cell.y), class: classes.join(' ') }));
    if (mark) svg.append(element('circle', { cx: cell.x, cy: cell.y, r: board.figure * 0.52, class: mark[1] ? 'ring against' : 'ring' }));
  }
  const wrong = board.cells.find((cell) => cell.name === shown.wrong);
  for (const { figure, x, y } of board.cells.flatMap((cell) => (cell.figure ? [{ ...cell, figure: cell.figure }] : [])))
    svg.append(piece(kind, figure, [x, y], { size: board.figure, flipped }));
  if (wrong) svg.append(cross(wrong.x, wrong.y, board.figure * 0.34));
  for (const { figure, count, x, y } of board.held) {
    svg.append(piece(kind, figure, [x, y], { size: board.figure, flipped }));
    if (count > 1) svg.append(element('text', { x: x + 25, y: y + 16, class: 'count' }, String(count)));
  }
  for (const label of board.labels) svg.append(element('text', { x: label.x, y: label.y + 4, class: 'label' }, label.text));
  const [x, y, r] = [width - 9, board.second !== flipped ? 10 : height - 10, 5];
  svg.append(element('circle', { cx: x, cy: y, r, class: board.second !== (kind === 'shogi') ? 'turn dark' : 'turn' }));
  return svg;
}

function piece(kind: Kind, figure: Figure, [x, y]: [number, number], { size, flipped }: { size: number; flipped: boolean }): SVGElement {
  if (kind === 'shogi') {
    const turned = figure.second !== flipped;
    const text = element('text', { x, y: y + 10, class: figure.letter.startsWith('+') ? 'name promoted' : 'name' }, NAMES[figure.letter] ?? figure.letter);
    if (turned) text.setAttribute('transform', `rotate(180 ${x} ${y})`);
    return element('g', { class: 'piece' }, element('polygon', { points: points(WOOD, x, y, turned ? -1 : 1), class: 'wood' }), text);
  }
  const drawn = FIGURES[figure.letter];
  if (!drawn) return element('text', { x, y: y + 8, class: 'count' }, figure.letter);
  const scale = size / 100;
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return element('g', { transform, class: figure.second ? 'piece black' : 'piece white' },
    element('path', { d: drawn.outline, class: 'outline' }),
    element('path', { d: drawn.lines, class: 'lines' }));
}

function cross(x: number, y: number, r: number): SVGElement {
  const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
  return element('g', { class: 'wrong' }, element('path', { d, class: 'halo' }), element('path', { d }));
}

/** The sign on a button. */
export function sign(outline: string): SVGElement {
  return element('svg', { viewBox: '0 0 20 20', class: 'sign', 'aria-hidden': 'true' }, element('path', { d: outline }));
}

/** A board in words. */
export function spoken(kind: Kind, board: Board, sides: [string, string], words: Words): string {
  const figures = words.figures[kind === 'shogi' ? 'shogi' : 'western'];
  const name = (letter: string) => figures[letter] ?? letter;
  const of = (second: boolean) => {
    const standing = board.cells.flatMap(({ figure, name: cell }) =>
      figure && figure.second === second ? [words.standing(name(figure.letter), cell)] : []);
    const held = board.held.filter((hand) => hand.figure.second === second);
    return words.all(sides[second ? 1 : 0], [...standing, ...held.map((hand) => words.inHand(name(hand.figure.letter), hand.count))]);
  };
  return [of(false), of(true), words.toMove(sides[board.second ? 1 : 0])].join(' ');
}

/** The cells of a move in coordinates. */
export function cellsOf(kind: Kind, coordinates: string | undefined): string[] {
  const cell = kind === 'shogi' ? /[1-9][a-i]/g : /[a-l]\d{1,2}/g;
  return [...(coordinates ?? '').matchAll(cell)].map(([name]) => name);
}

/** Where the king of the side to move stands. */
export function king(board: Board): string | null {
  return board.cells.find((cell) => cell.figure?.letter === 'K' && cell.figure.second === board.second)?.name ?? null;
}

/** Where a move goes that is only known by its text. */
export function targetOf(kind: Kind, token: string): string | null {
  if (kind !== 'shogi') return [...token.matchAll(/[a-l]\d{1,2}/g)].at(-1)?.[0] ?? null;
  const [, file, rank] = token.match(/([１-９1-9])([一二三四五六七八九])/) ?? [];
  if (!file || !rank) return null;
  return String('１２３４５６７８９'.indexOf(file) + 1 || Number(file)) + 'abcdefghi'.charAt('一二三四五六七八九'.indexOf(rank));
}
