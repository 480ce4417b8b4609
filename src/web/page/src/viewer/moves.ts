/** The moves of a game with numbers, variations, comments and marks. */

import type { Move, Shown } from '../data';
import { glyphs } from './nags';
import { numbering, variations, type Spot } from './walk';
import type { Words } from './words';

/** Variations within variations are set in so often. */
const DEEPEST = 12;

function put(parent: Element, name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  parent.append(made);
  return made;
}

/** Comments without the commands in them. */
function bare(comments: string[] | undefined): string {
  const texts = (comments ?? []).map((comment) => comment.replace(/\[%\w+[^\]]*\]/g, '').trim());
  return texts.filter(Boolean).join(' ');
}

/** The moves as buttons, which are found by their place. */
export class Moves {
  readonly element = document.createElement('div');
  private buttons = new Map<string, HTMLElement>();
  private current: HTMLElement | null = null;

  constructor(private readonly go: (spot: Spot) => void) {
    this.element.className = 'moves';
    this.element.setAttribute('role', 'group');
  }

  show(game: Shown, words: Words): void {
    this.element.setAttribute('aria-label', words.moves);
    this.buttons.clear();
    this.current = null;
    this.element.replaceChildren();
    // Lines still to be written, the innermost last, so that a record of any depth needs no stack of calls.
    const open: { line: number; index: number; parent: Element; depth: number; again: boolean }[] = [
      { line: 0, index: 0, parent: this.element, depth: 0, again: true },
    ];
    const number = numbering(game);
    for (let at = open.at(-1); at; at = open.at(-1)) {
      const line = game.lines[at.line];
      const move = line?.moves[at.index];
      if (!line || !move) {
        open.pop();
        continue;
      }
      if (at.index === 0) this.comment(at.parent, line.comments);
      at.again = this.move(at.parent, move, { line: at.line, index: at.index }, { ...number(move), again: at.again }, words);
      at.index++;
      const others = variations(game, at.line, move.ply);
      at.again ||= others.length > 0;
      for (const [other] of others.reverse()) {
        const within = at.depth < DEEPEST ? at.parent : (at.parent.parentElement ?? at.parent);
        open.push({ line: other, index: 0, parent: put(within, 'div', 'variation'), depth: Math.min(at.depth + 1, DEEPEST), again: true });
      }
    }
    if (game.cut) put(this.element, 'p', 'comment', words.longer);
  }

  /** Writes a move; says whether the number is due again. */
  private move(parent: Element, move: Move, spot: Spot, due: { number: number; isFirst: boolean; again: boolean }, words: Words): boolean {
    const isFault = !move.position;
    const pair = put(parent, 'span', 'pair');
    if (due.isFirst || due.again) put(pair, 'span', 'number', due.isFirst ? `${due.number}.` : `${due.number}...`);
    const marks = glyphs(move.marks ?? []);
    // What is written at the token itself is no mark of its own.
    const glyph = marks.text === '' ? (move.token.match(/[!?]+$/)?.[0] ?? '') : marks.text;
    const button = put(pair, 'button', isFault ? 'move fault' : 'move', move.san ? move.san + glyph : move.token) as HTMLButtonElement;
    button.type = 'button';
    button.tabIndex = -1;
    if (marks.words) button.title = marks.words;
    if (isFault) button.setAttribute('aria-label', words.unplayed(move.token));
    button.addEventListener('click', () => this.go(spot));
    this.buttons.set(`${spot.line}:${spot.index}`, button);
    return this.comment(parent, move.comments);
  }

  private comment(parent: Element, comments: string[] | undefined): boolean {
    const text = bare(comments);
    if (text) put(parent, 'span', 'comment', text);
    return text !== '';
  }

  select(spot: Spot): void {
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons.get(`${spot.line}:${spot.index}`) ?? null;
    this.current?.setAttribute('aria-current', 'true');
    const [list, button] = [this.element, this.current];
    if (!button) list.scrollTop = 0;
    else if (button.offsetTop < list.scrollTop) list.scrollTop = button.offsetTop - 8;
    else if (button.offsetTop + button.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = button.offsetTop + button.offsetHeight - list.clientHeight + 8;
  }
}
