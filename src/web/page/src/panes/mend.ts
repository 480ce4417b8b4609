/** What was found in a game, and what puts it right. */

import type { Client } from '../judge/client';
import type { Repair, Repairs, Shown } from '../data';
import { button, make } from '../dom';

/** Findings that are shown as cards. */
const MOST = 50;

export interface MendActions {
  goTo(ply: number, line: number): void;
  explain(code: string): void;
  /** Something was put right or taken back. */
  changed(): void;
  /** A game is left as it is. */
  skipped(): void;
  /** Shows the next broken game; nothing where there is none. */
  next: (() => void) | null;
  say(text: string): void;
}

export class MendPane {
  private index = -1;
  /** Counts what is shown, so that an answer that comes too late is not. */
  private turn = 0;

  constructor(
    /** Where findings stand, and where repairs do. */
    private readonly hosts: { findings: HTMLElement; repairs: HTMLElement },
    private readonly client: Client,
    private readonly actions: MendActions,
  ) {}

  async show(index: number, game: Shown): Promise<void> {
    this.index = index;
    const turn = ++this.turn;
    const { findings, repairs } = this.hosts;
    const steps = game.steps.length > 0 ? [this.steps(game)] : [];
    findings.replaceChildren(this.findings(game));
    repairs.replaceChildren(...steps);
    if (game.row.errors + game.row.warnings === 0) return;
    repairs.append(make('p', 'quiet', 'Looking for repairs…'));
    const found = (await this.client.ask('repairs', index)) as Repairs | null;
    if (turn !== this.turn) return;
    const cards = (found?.repairs ?? []).map((repair, which) => this.card(repair, which));
    const none = game.row.broken && cards.length === 0 ? [make('p', 'quiet', 'No repair is known.')] : [];
    const others = cards.length > 1 ? [make('details', 'others', make('summary', '', `${cards.length - 1} other repairs`), ...cards.slice(1))] : [];
    repairs.replaceChildren(...steps, ...cards.slice(0, 1), ...none, ...others);
    if (cards.length > 0 && steps.length === 0) repairs.append(make('p', 'actions', button('Leave this game as it is', () => void this.skip())));
    const fault = game.lines[0]?.moves.find((move) => !move.position);
    if (fault) repairs.append(await this.own(fault.ply, fault.token));
  }

  clear(): void {
    this.turn++;
    this.hosts.findings.replaceChildren();
    this.hosts.repairs.replaceChildren();
  }

  private steps(game: Shown): HTMLElement {
    const list = make('ul', '', ...game.steps.map((step) => make('li', '', step)));
    const { next } = this.actions;
    const acts = [button('Undo', () => this.change('undo')), ...(next ? [button('Next broken game', next)] : [])];
    return make('div', 'card taken', make('h3', '', 'Decided'), list, make('p', 'actions', ...acts));
  }

  private findings(game: Shown): HTMLElement {
    const order = { error: 0, warning: 1, info: 2 };
    const sorted = game.findings.toSorted((a, b) => order[a.json.severity] - order[b.json.severity]);
    if (sorted.length === 0) return make('p', 'quiet', 'Nothing is wrong with this game.');
    const cards = sorted.slice(0, MOST).map(({ json }) => {
      const { code, severity, message, help, ply, variation, line, column, causes, basis } = json;
      const where = ply === undefined ? `line ${line}, column ${column}` : `line ${line}, column ${column}, ply ${ply}`;
      const head = make('p', 'head', make('span', `badge ${severity}`, severity), ' ', make('span', 'quiet', where));
      const card = make('div', `card ${severity}`, head, make('p', 'message', message));
      for (const cause of causes ?? []) if (cause.square) card.append(make('p', 'quiet', `${cause.square}: ${cause.message}`));
      if (help) card.append(make('p', 'help', help));
      if (basis) card.append(make('p', 'quiet', basis));
      const row = make('p', 'actions', button(code, () => this.actions.explain(code), 'link'));
      row.lastElementChild?.setAttribute('aria-label', `What ${code} means`);
      if (ply !== undefined) row.append(button('Show', () => this.actions.goTo(ply, variation ?? 0)));
      card.append(row);
      return card;
    });
    if (sorted.length > MOST) cards.push(make('div', 'quiet', `and ${sorted.length - MOST} more`));
    return make('div', 'findings', make('h3', '', 'Findings'), ...cards);
  }

  private card(repair: Repair, which: number): HTMLElement {
    const changes = repair.edits.map((edit) => edit.words).join(', ');
    const then = repair.whole ? `then all ${repair.reach} plies replay` : `then ${repair.reach} plies replay`;
    const head = make('p', 'head', make('span', `badge ${repair.grade}`, repair.grade), ' ', make('strong', '', changes));
    const take = button('Take', () => this.change('take', which), 'main');
    take.setAttribute('aria-label', `Take ${changes}`);
    const card = make('div', 'card repair', make('div', 'what', head, make('p', '', then)), take);
    const why = [...repair.remarks, ...repair.why].map((text) => make('p', 'quiet', text));
    if (why.length > 0) card.append(make('details', '', make('summary', '', 'Why'), ...why));
    return card;
  }

  /** A move of one's own for the one that cannot be played. */
  private async own(ply: number, token: string): Promise<HTMLElement> {
    const legal = (await this.client.ask('legal', this.index, ply - 1)) as [string, string][];
    const input = make('input');
    input.id = 'own';
    input.setAttribute('list', 'legal');
    input.autocomplete = 'off';
    input.spellcheck = false;
    const label = make('label', '', `Another move for ${token}:`);
    label.htmlFor = 'own';
    const list = make('datalist', '', ...legal.map(([written, san]) => Object.assign(make('option', '', san), { value: written })));
    list.id = 'legal';
    const form = make('form', 'card own', label, input, list, Object.assign(make('button', '', 'Write'), { type: 'submit' }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (input.value.trim() !== '') void this.change('retype', ply, input.value.trim());
    });
    return form;
  }

  private async skip(): Promise<void> {
    if (await this.client.ask('skip', this.index)) this.actions.skipped();
  }

  private async change(name: 'undo' | 'take' | 'retype', ...given: (number | string)[]): Promise<void> {
    try {
      const ask = this.client.ask.bind(this.client) as (name: string, ...given: unknown[]) => Promise<unknown>;
      const done = await ask(name, this.index, ...given);
      if (done === false) this.actions.say('This is not possible.');
      this.actions.changed();
    } catch (wrong) {
      this.actions.say((wrong as Error).message);
    }
  }
}
