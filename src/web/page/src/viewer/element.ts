/** `<partie-game>`: a game that one steps through. Positions come as data, so that it needs no judge. */

import type { Finding, Shown } from '../data';
import { Moves } from './moves';
import { boardOf, cellsOf, king, picture, sign, targetOf } from './picture';
import { plot } from './plot';
import css from './viewer.css?inline';
import { START, last, moveAt, next, played, previous, type Spot } from './walk';

const KEYS: Record<string, (game: Shown, spot: Spot) => Spot> = {
  ArrowRight: next,
  ArrowLeft: previous,
  Home: () => START,
  End: last,
};
/** Keys with their signs, as outlines 20 units wide and high, and what they do. */
const BUTTONS: [string, string, string][] = [
  ['Home', 'M4 3v14h2V3zM17 3v14L7 10z', 'To the start'],
  ['ArrowLeft', 'M15 3v14L5 10z', 'Back'],
  ['ArrowRight', 'M5 3v14l10-7z', 'Forward'],
  ['End', 'M14 3v14h2V3zM3 3v14l10-7z', 'To the end'],
];
const TURN = 'M6 2 1 7h4v11h2V7h4zM14 18l5-5h-4V2h-2v11H9z';
/** How far a finger goes that means a move. */
const SWIPE = 30;

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

export class PartieGame extends HTMLElement {
  private shown: Shown | null = null;
  private spot: Spot = START;
  private flipped = false;
  private readonly board = document.createElement('div');
  private readonly clocks = document.createElement('p');
  private readonly said = document.createElement('p');
  private readonly position = document.createElement('output');
  private readonly plotted = document.createElement('div');
  private readonly moves = new Moves((spot) => this.goTo(spot));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.board.className = 'frame';
    this.clocks.className = 'clocks';
    this.said.className = 'said';
    this.said.setAttribute('role', 'status');
    this.position.className = 'position';
    this.position.setAttribute('aria-label', 'Position');
    this.plotted.className = 'plot';
    const left = document.createElement('div');
    left.className = 'left';
    left.append(this.board, this.clocks, this.controls(), this.said, this.plotted);
    // What a page has to say of the move stands between board and moves.
    left.append(document.createElement('slot'));
    root.append(left, this.moves.element, this.position);
    this.addEventListener('keydown', (event) => this.key(event) && event.preventDefault());
    this.board.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    let from = 0;
    this.board.addEventListener('touchstart', (event) => (from = event.touches[0]?.clientX ?? 0), { passive: true });
    this.board.addEventListener('touchend', (event) => {
      const by = (event.changedTouches[0]?.clientX ?? from) - from;
      if (Math.abs(by) > SWIPE) this.step(by < 0 ? 'ArrowRight' : 'ArrowLeft');
    });
  }

  connectedCallback(): void {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
  }

  /** The game that is shown. */
  set game(game: Shown | null) {
    this.shown = game;
    this.spot = START;
    this.position.textContent = '';
    if (!game) {
      this.board.replaceChildren();
      this.moves.element.replaceChildren();
      this.said.textContent = '';
      return;
    }
    this.moves.show(game);
    this.plotted.replaceChildren(...plot(game, (index) => this.goTo({ line: 0, index })));
    this.paint();
  }

  get game(): Shown | null {
    return this.shown;
  }

  /** Where one stands. */
  get at(): Spot {
    return this.spot;
  }

  /** Shows the board at a move. */
  goTo(spot: Spot): void {
    this.spot = spot;
    this.paint();
    this.dispatchEvent(new CustomEvent('spot', { detail: spot }));
  }

  /** Goes to the first move of the main line with this ply. */
  goToPly(ply: number): void {
    const index = this.shown?.lines[0]?.moves.findIndex((move) => move.ply === ply) ?? -1;
    this.goTo({ line: 0, index });
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.paint();
  }

  /** Does what a key says; whether it says anything. */
  key(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'f') this.flip();
    else if (!(event.key in KEYS)) return false;
    else this.step(event.key);
    return true;
  }

  private step(key: string): void {
    const to = KEYS[key];
    if (this.shown && to) this.goTo(to(this.shown, this.spot));
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || Math.abs(event.deltaY) < 4) return;
    event.preventDefault();
    this.step(event.deltaY > 0 ? 'ArrowRight' : 'ArrowLeft');
  }

  private controls(): HTMLElement {
    const row = document.createElement('div');
    row.className = 'controls';
    const button = (outline: string, label: string, act: () => void) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.append(sign(outline));
      made.title = label;
      made.setAttribute('aria-label', label);
      made.addEventListener('click', act);
      return made;
    };
    row.append(...BUTTONS.map(([key, sign, label]) => button(sign, label, () => this.step(key))));
    row.append(button(TURN, 'Turn the board', () => this.flip()));
    return row;
  }

  private paint(): void {
    const game = this.shown;
    if (!game) return;
    const move = moveAt(game, this.spot);
    const fault = move && !move.position ? this.fault(game, move.ply) : undefined;
    const before = played(game, this.spot);
    const position = before.position ?? fault?.json.position ?? null;
    this.position.textContent = position ?? '';
    this.moves.select(this.spot);
    this.said.classList.toggle('fault', fault !== undefined);
    this.said.textContent = this.words(game, fault);
    if (!position) {
      this.board.replaceChildren();
      return;
    }
    const board = boardOf(game.row.kind, position, this.flipped);
    const reached = moveAt(game, before.spot);
    const isCheck = /[+#]/.test(reached?.san ?? '') && game.row.kind !== 'shogi';
    const shown = {
      last: cellsOf(game.row.kind, reached?.coordinates),
      check: isCheck ? king(board) : null,
      marks: fault && fault.json.position === position ? fault.marks : [],
      wrong: fault && move ? targetOf(game.row.kind, move.token) : null,
    };
    this.board.replaceChildren(picture(game.row.kind, board, shown, this.flipped));
    this.clocks.textContent = this.times(game);
  }

  private fault(game: Shown, ply: number): Finding | undefined {
    const here = game.findings.filter(({ json }) => json.ply === ply && (json.variation ?? 0) === this.spot.line);
    return here.find(({ json }) => json.severity === 'error') ?? here[0];
  }

  private words(game: Shown, fault: Finding | undefined): string {
    if (fault) return fault.json.message;
    const move = moveAt(game, this.spot);
    if (!move) return 'Start';
    if (!move.position) return `${move.token}: not judged, as a move before it cannot be played`;
    const draws = this.spot.line === 0 ? game.draws.filter(([ply]) => ply === move.ply).map(([, kind]) => kind) : [];
    return [move.san, ...draws].join(' · ');
  }

  private times(game: Shown): string {
    const sides = game.row.kind === 'shogi' ? ['☗', '☖'] : ['○', '●'];
    const moves = game.lines[0]?.moves.slice(0, this.spot.line === 0 ? this.spot.index + 1 : 0) ?? [];
    const clock = (second: boolean) => moves.findLast((move) => move.second === second && move.clock !== undefined)?.clock;
    const texts = [false, true].map((second) => [sides[second ? 1 : 0], clock(second)] as const);
    return texts.flatMap(([side, ms]) => (ms === undefined ? [] : [`${side} ${time(ms)}`])).join('   ');
  }
}

function time(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

customElements.define('partie-game', PartieGame);
