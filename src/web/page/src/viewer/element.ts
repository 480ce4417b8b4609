/**
 * `<partie-game>`: a game that one steps through. Positions come as data, so that it needs no judge.
 *
 * Attributes: `src`, `ply`, `line` (0 is the main line, in which `ply` counts else), `lang`. A page that has the game as an object
 * sets the property `game`.
 */

import type { Finding, Shown } from '../data';
import { Moves } from './moves';
import { boardOf, cellsOf, king, picture, sign, spoken, targetOf } from './picture';
import { plot } from './plot';
import { read } from './source';
import css from './viewer.css?inline';
import { START, last, moveAt, next, played, previous, type Spot } from './walk';
import { sidesOf, wordsOf, type Words } from './words';

const KEYS: Record<string, (game: Shown, spot: Spot) => Spot> = {
  ArrowRight: next,
  ArrowLeft: previous,
  Home: () => START,
  End: last,
};
/** Keys with their signs, as outlines 20 units wide and high, and what they do. */
const BUTTONS: [string, string, 'toStart' | 'back' | 'forward' | 'toEnd'][] = [
  ['Home', 'M4 3v14h2V3zM17 3v14L7 10z', 'toStart'],
  ['ArrowLeft', 'M15 3v14L5 10z', 'back'],
  ['ArrowRight', 'M5 3v14l10-7z', 'forward'],
  ['End', 'M14 3v14h2V3zM3 3v14l10-7z', 'toEnd'],
];
const TURN = 'M6 2 1 7h4v11h2V7h4zM14 18l5-5h-4V2h-2v11H9z';
/** How far a finger goes that means a move. */
const SWIPE = 30;

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/** A game is read when it comes into view: a page may hold hundreds. */
const inView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) void (target as PartieGame).load();
}, { rootMargin: '200px' });

export class PartieGame extends HTMLElement {
  static readonly observedAttributes = ['src', 'ply', 'line', 'lang'];
  private shown: Shown | null = null;
  private spot: Spot = START;
  private flipped = false;
  /** Whether its name is one that it gave itself. */
  private named = false;
  private words: Words = wordsOf('en');
  private readonly body = document.createElement('div');
  private readonly board = document.createElement('div');
  private readonly clocks = document.createElement('p');
  private readonly row = document.createElement('div');
  private readonly said = document.createElement('p');
  private readonly position = document.createElement('output');
  private readonly plotted = document.createElement('div');
  private readonly moves = new Moves((spot) => this.goTo(spot));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.body.className = 'body';
    this.board.className = 'frame';
    this.clocks.className = 'clocks';
    this.row.className = 'controls';
    this.said.className = 'said';
    this.said.setAttribute('role', 'status');
    this.said.part.add('said');
    this.position.className = 'position';
    this.position.part.add('position');
    this.plotted.className = 'plot';
    const left = document.createElement('div');
    left.className = 'left';
    left.append(this.board, this.clocks, this.row, this.said, this.plotted);
    // What a page has to say of the move stands between board and moves.
    left.append(document.createElement('slot'));
    this.body.append(left, this.moves.element, this.position);
    // What is shown as long as there is no game.
    const still = document.createElement('slot');
    still.name = 'still';
    root.append(still, this.body);
    this.addEventListener('keydown', (event) => this.key(event) && event.preventDefault());
    this.board.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    let from = 0;
    this.board.addEventListener('touchstart', (event) => (from = event.touches[0]?.clientX ?? 0), { passive: true });
    this.board.addEventListener('touchend', (event) => {
      const by = (event.changedTouches[0]?.clientX ?? from) - from;
      if (Math.abs(by) > SWIPE) this.step(by < 0 ? 'ArrowRight' : 'ArrowLeft');
    });
    this.speak();
  }

  connectedCallback(): void {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    if (!this.hasAttribute('role')) this.setAttribute('role', 'group');
    this.speak();
    this.await();
  }

  disconnectedCallback(): void {
    inView.unobserve(this);
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value || !this.isConnected) return;
    if (name === 'lang') this.speak();
    else if (name === 'src') this.await();
    else if (this.shown) this.goTo(this.asked(this.shown));
  }

  /** Waits until it comes into view. */
  private await(): void {
    const isEmbedded = this.hasAttribute('src');
    this.body.hidden = isEmbedded && !this.shown;
    inView.unobserve(this);
    if (isEmbedded) inView.observe(this);
  }

  /** Reads the game that `src` names. */
  async load(): Promise<void> {
    inView.unobserve(this);
    const src = this.getAttribute('src');
    if (src === null) return;
    try {
      const game = await read(src, this.ownerDocument);
      // Another one may have been asked for while this one was on its way.
      if (src !== this.getAttribute('src')) return;
      this.game = game;
      this.goTo(this.asked(game));
    } catch (why) {
      if (src !== this.getAttribute('src')) return;
      this.game = null;
      this.body.hidden = false;
      this.said.textContent = this.words.unread(why instanceof Error ? why.message : String(why));
    }
  }

  /** Says what it says itself in the language of the page, or its own. */
  private speak(): void {
    const words = wordsOf(this.closest<HTMLElement>('[lang]')?.lang ?? '');
    if (words === this.words && this.row.hasChildNodes()) return;
    this.words = words;
    this.row.replaceChildren(...this.controls());
    this.position.setAttribute('aria-label', words.position);
    if (this.shown) this.show(this.shown);
  }

  /** The game that is shown. */
  set game(game: Shown | null) {
    this.shown = game;
    this.spot = START;
    this.position.textContent = '';
    this.body.hidden = this.hasAttribute('src') && !game;
    this.toggleAttribute('shown', game !== null);
    if (!game) {
      this.board.replaceChildren();
      this.moves.element.replaceChildren();
      this.said.textContent = '';
      return;
    }
    this.show(game);
  }

  /** Writes what stays the same at all moves. */
  private show(game: Shown): void {
    const players = game.row.players.filter(Boolean).join(' – ');
    if (!this.hasAttribute('aria-label') || this.named) this.setAttribute('aria-label', players || this.words.game);
    this.named = this.getAttribute('aria-label') === (players || this.words.game);
    this.body.classList.toggle('still', this.querySelector(':scope > [slot=still]') !== null);
    this.moves.show(game, this.words);
    this.plotted.replaceChildren(...plot(game, this.words, (index) => this.goTo({ line: 0, index })));
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

  /** The place that the attributes name; behind the last move there is none. */
  private asked(game: Shown): Spot {
    const number = (name: string) => Math.trunc(Number(this.getAttribute(name))) || 0;
    const line = game.lines[number('line')] ? number('line') : 0;
    const ply = number('ply');
    if (ply <= 0) return { line, index: -1 };
    const index = game.lines[line]?.moves.findIndex((move) => move.ply >= ply) ?? -1;
    return index < 0 ? last(game, { line, index }) : { line, index };
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
    if (event.ctrlKey || Math.abs(event.deltaY) < 4 || !this.shown) return;
    // Whoever scrolls a page past a board wants to scroll.
    if (this.hasAttribute('src') && !this.matches(':focus-within')) return;
    event.preventDefault();
    this.step(event.deltaY > 0 ? 'ArrowRight' : 'ArrowLeft');
  }

  private controls(): HTMLElement[] {
    const button = (outline: string, label: string, act: () => void) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.append(sign(outline));
      made.title = label;
      made.setAttribute('aria-label', label);
      made.addEventListener('click', act);
      return made;
    };
    const steps = BUTTONS.map(([key, sign, word]) => button(sign, this.words[word], () => this.step(key)));
    return [...steps, button(TURN, this.words.turn, () => this.flip())];
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
    // So that a page which says it itself need not say it twice.
    const asked = this.asked(game);
    this.said.part.toggle('asked', fault !== undefined && asked.line === this.spot.line && asked.index === this.spot.index);
    this.said.textContent = this.saying(game, fault);
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
      spoken: spoken(game.row.kind, board, sidesOf(game, this.words), this.words),
    };
    this.board.replaceChildren(picture(game.row.kind, board, shown, this.flipped));
    this.clocks.textContent = this.times(game);
  }

  private fault(game: Shown, ply: number): Finding | undefined {
    const here = game.findings.filter(({ json }) => json.ply === ply && (json.variation ?? 0) === this.spot.line);
    return here.find(({ json }) => json.severity === 'error') ?? here[0];
  }

  private saying(game: Shown, fault: Finding | undefined): string {
    if (fault) return fault.json.message;
    const move = moveAt(game, this.spot);
    if (!move) return this.words.start;
    if (!move.position) return this.words.unjudged(move.token);
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
