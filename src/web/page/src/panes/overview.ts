/** What the games of a file come to: results, findings, lengths, openings, as the judge counted them. */

import { byId, make } from '../dom';
import type { Client } from '../judge/client';

/** Openings and findings that are listed. */
const MOST = 12;
/** Plies of a step of lengths. */
const STEP = 20;

interface Outcomes {
  first: number;
  draw: number;
  second: number;
  unknown: number;
}

interface Summary {
  games: number;
  plies: number;
  longest: number;
  results: Outcomes;
  severities: Record<string, { error?: number; warning?: number; info?: number }>;
  lengths: number[];
  openings: Record<string, Outcomes>;
}

/** A name, how often, and whether that is grave. */
type Count = [name: string, count: number, severity?: string];

const sum = ({ first, draw, second, unknown }: Outcomes) => first + draw + second + unknown;
/** What stands behind the code in the head of its page. */
const nameOf = (text: string) => text.match(/^# \S+ (.*)$/m)?.[1] ?? '';
const most = (counts: Count[]) => counts.toSorted(([, a], [, b]) => b - a).slice(0, MOST);

export class OverviewPane {
  private readonly dialog = byId<HTMLDialogElement>('overview');
  private readonly out = byId('counts');

  constructor(private readonly client: Client, private readonly explain: (code: string) => void) {}

  async open(name: string): Promise<void> {
    const counted = (await this.client.ask('summary')) as Summary | null;
    if (!counted) return;
    byId('overview-head').textContent = name;
    const { first, draw, second, unknown } = counted.results;
    const findings = Object.entries(counted.severities).flatMap(([code, by]) =>
      Object.entries(by).map(([severity, count]): Count => [code, count, severity]));
    const names = new Map<string, string>();
    for (const [code] of most(findings)) names.set(code, nameOf((await this.client.ask('explain', code)) ?? ''));
    const lengths = counted.lengths.map((count, step): Count => [step === 0 ? '0' : `${(step - 1) * STEP + 1}–${step * STEP}`, count]);
    const openings = Object.entries(counted.openings).map(([opening, outcomes]): Count => [opening, sum(outcomes)]);
    this.out.replaceChildren(
      make('p', '', `${counted.games} games, ${counted.plies} plies, ${counted.longest} in the longest; as they were in the file.`),
      ...this.table('Results', [['First player won', first], ['Drawn', draw], ['Second player won', second], ['Unknown', unknown]]),
      ...this.table('Findings', most(findings), names),
      ...this.table('Plies', lengths.filter(([, count]) => count > 0)),
      ...this.table('Openings', most(openings)),
    );
    this.dialog.showModal();
  }

  private table(head: string, counts: Count[], names = new Map<string, string>()): Node[] {
    if (counts.length === 0) return [];
    const highest = Math.max(1, ...counts.map(([, count]) => count));
    const rows = counts.map(([name, count, severity]) => {
      const bar = make('div', `bar ${severity ?? ''}`);
      bar.style.width = `${(100 * count) / highest}%`;
      const label = severity ? make('button', 'link', name) : name;
      if (label instanceof HTMLElement) {
        label.setAttribute('aria-label', `What ${name} means`);
        label.addEventListener('click', () => this.explain(name));
      }
      const cell = make('th', '', label, severity ? ` ${[names.get(name), severity].filter(Boolean).join(', ')}` : '');
      cell.scope = 'row';
      return make('tr', '', cell, make('td', '', String(count)), make('td', 'share', bar));
    });
    return [make('h3', '', head), make('table', 'counts', make('tbody', '', ...rows))];
  }
}
