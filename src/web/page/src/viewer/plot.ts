/** Clocks and evaluations of a main line as a small plot. */

import type { Move, Shown } from '../data';
import { sidesOf, type Words } from './words';

const WIDTH = 320;
const HEIGHT = 60;
/** An evaluation beyond this many hundredths of a pawn is drawn at the edge. */
const MOST = 1000;

type Point = [number, number];

/** The plot of a game, and nothing where the record has neither. */
export function plot(game: Shown, words: Words, go: (index: number) => void): Element[] {
  const moves = game.lines[0]?.moves ?? [];
  const x = (index: number) => ((index + 1) / Math.max(moves.length, 1)) * WIDTH;
  const points = (value: (move: Move) => number | undefined): Point[] =>
    moves.flatMap((move, index) => {
      const y = value(move);
      return y === undefined ? [] : [[x(index), y] as Point];
    });
  const longest = Math.max(1, ...moves.map((move) => move.clock ?? 0));
  const clock = (second: boolean) => points((move) => (move.second !== second || move.clock === undefined ? undefined : HEIGHT * (1 - move.clock / longest)));
  const height = (cp: number) => (HEIGHT / 2) * (1 - Math.max(-1, Math.min(1, cp / MOST)));
  const [first, second] = sidesOf(game, words);
  const lines: [string, string, Point[]][] = [
    ['clock first', `${words.clock} ${first}`, clock(false)],
    ['clock second', `${words.clock} ${second}`, clock(true)],
    ['eval', words.evaluation, points((move) => (move.eval === undefined ? undefined : height(move.eval)))],
  ];
  const drawn = lines.filter(([, , line]) => line.length > 1);
  if (drawn.length === 0) return [];
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', drawn.map(([, label]) => label).join(', '));
  for (const [name, , line] of drawn) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
    made.setAttribute('points', line.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' '));
    made.setAttribute('class', name);
    svg.append(made);
  }
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.min(moves.length - 1, Math.floor(((event.clientX - box.left) / box.width) * moves.length)));
  });
  return [svg];
}
