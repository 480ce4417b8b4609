/** The list of games, of which only the rows in sight are elements, so that any number of them can be shown. */

import type { Row } from '../data';
import { make } from '../dom';

const HEIGHT = 60;
const SPARE = 6;

export class GamesPane {
  private rows: Row[] = [];
  private listed: number[] = [];
  private filter = { onlyBroken: false, chosen: null as Set<number> | null };
  private readonly inner = make('div', 'inner');
  private current = -1;

  constructor(
    private readonly list: HTMLElement,
    private readonly open: (index: number) => void,
    /** Somebody pointed at a game, and wants to see it. */
    private readonly pointed: () => void,
  ) {
    list.append(this.inner);
    list.addEventListener('scroll', () => this.paint());
    list.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.paint()).observe(list);
  }

  clear(): void {
    this.rows = [];
    this.current = -1;
    this.list.scrollTop = 0;
    this.refilter();
  }

  add(rows: Row[]): void {
    const from = this.rows.length;
    this.rows.push(...rows);
    rows.forEach((row, at) => this.passes(row, from + at) && this.listed.push(from + at));
    this.paint();
  }

  update(index: number, row: Row): void {
    this.rows[index] = row;
    this.paint();
  }

  get all(): readonly Row[] {
    return this.rows;
  }

  get count(): number {
    return this.listed.length;
  }

  get selected(): number {
    return this.current;
  }

  setFilter(change: Partial<typeof this.filter>): void {
    Object.assign(this.filter, change);
    this.refilter();
  }

  /** Chooses the next game that is listed, or one before. */
  step(by: number): void {
    const at = this.listed.indexOf(this.current);
    const to = this.listed[at < 0 ? 0 : Math.max(0, Math.min(this.listed.length - 1, at + by))];
    if (to !== undefined) this.choose(to);
  }

  choose(index: number): void {
    this.current = index;
    const top = this.listed.indexOf(index) * HEIGHT;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (top + HEIGHT > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top + HEIGHT - this.list.clientHeight;
    this.paint();
    this.open(index);
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }

  private passes(row: Row, index: number): boolean {
    const { onlyBroken, chosen } = this.filter;
    return (!onlyBroken || row.broken) && (!chosen || chosen.has(index));
  }

  private refilter(): void {
    this.listed = [...this.rows.keys()].filter((index) => this.passes(this.rows[index]!, index));
    this.paint();
  }

  private paint(): void {
    const { scrollTop, clientHeight } = this.list;
    const from = Math.max(0, Math.floor(scrollTop / HEIGHT) - SPARE);
    const to = Math.min(this.listed.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + SPARE);
    this.inner.style.height = `${this.listed.length * HEIGHT}px`;
    this.inner.replaceChildren(...this.listed.slice(from, to).map((index, at) => this.option(index, from + at)));
    const shown = this.listed.indexOf(this.current);
    if (shown >= from && shown < to) this.list.setAttribute('aria-activedescendant', `game${this.current}`);
    else this.list.removeAttribute('aria-activedescendant');
  }

  private option(index: number, at: number): HTMLElement {
    const row = this.rows[index]!;
    const [white, black] = row.players.map((name) => name ?? '?');
    const counts: [number, string, string][] = [[row.errors, 'error', '✕'], [row.warnings, 'warning', '!'], [row.infos, 'info', 'i']];
    const badges = counts.filter(([count]) => count > 0).map(([count, kind, sign]) => {
      const badge = make('span', `badge ${kind}`, `${sign} ${count}`);
      badge.setAttribute('aria-label', `${count} ${kind}${count === 1 ? '' : 's'}`);
      badge.setAttribute('role', 'img');
      return badge;
    });
    const first = make('span', 'players', `${row.number}. ${white} – ${black}`);
    const second = make('span', 'facts', ...badges, ` ${row.result ?? ''} · ${row.plies} plies`);
    const option = make('div', row.broken ? 'game broken' : 'game', first, second);
    option.id = `game${index}`;
    option.style.top = `${at * HEIGHT}px`;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', String(index === this.current));
    option.setAttribute('aria-setsize', String(this.listed.length));
    option.setAttribute('aria-posinset', String(at + 1));
    option.addEventListener('click', () => {
      this.choose(index);
      this.pointed();
    });
    return option;
  }
}
