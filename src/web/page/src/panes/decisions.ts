/** What was decided of repairs, as rows that the command reads and writes. */

import { byId, download } from '../dom';
import type { Client } from '../judge/client';

/** A row is sought in so many bytes. */
const FIRST = 65_536;

type Fate = 'taken' | 'refused' | { unfit: string[] };

export interface DecisionActions {
  /** Why there are none of what is open, if so. */
  unable(): string | null;
  /** Those games were changed. */
  decided(indexes: number[]): Promise<void>;
  /** How far it is, and whether it goes on. */
  progress(done: number): boolean;
  say(text: string): void;
}

const number = (games: number) => `${games} ${games === 1 ? 'game' : 'games'}`;

/** The first of some lines, and how many more there are. */
const some = (lines: string[]) =>
  lines.length > 0 ? ` ${lines.slice(0, 3).join(' ')}${lines.length > 3 ? ` And ${lines.length - 3} more.` : ''}` : '';

/** Whether a file holds such rows: the first line tells. */
export async function holdsDecisions(file: File): Promise<boolean> {
  if (!/\.jsonl$/i.test(file.name)) return false;
  try {
    const row = JSON.parse((await file.slice(0, FIRST).text()).split('\n', 1)[0] ?? '');
    return ['path', 'game', 'was', 'is'].every((key) => key in row);
  } catch {
    return false;
  }
}

export class DecisionsPane {
  constructor(private readonly client: Client, private readonly actions: DecisionActions) {
    this.listen('use-decisions', 'decisions', (file) => this.read(file));
    this.listen('take-back', 'log', (file) => this.takeBack(file));
  }

  /** A button that opens a file. */
  private listen(button: string, input: string, read: (file: File) => Promise<void>): void {
    const file = byId<HTMLInputElement>(input);
    byId(button).addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      if (chosen) void read(chosen).then(() => (file.value = ''));
    });
  }

  async save(name: string): Promise<void> {
    const unable = this.actions.unable();
    if (unable) return this.actions.say(unable);
    const rows = await this.client.ask('decisionRows');
    if (rows === '') return this.actions.say('There are no decisions yet.');
    download(rows, `${name}.decisions.jsonl`);
  }

  /** Takes back what a log of the command tells of, and says what was changed since. */
  async takeBack(file: File): Promise<void> {
    const unable = this.actions.unable();
    if (unable) return this.actions.say(unable);
    try {
      const found = (await this.client.ask('takeBack', await file.text())) as Record<string, { taken: number; left: string[] }>;
      const games = Object.keys(found).filter((index) => found[index]!.taken > 0).map(Number);
      await this.actions.decided(games);
      this.actions.say(`${file.name}: edits undone in ${number(games.length)}.${some(Object.values(found).flatMap(({ left }) => left))}`);
    } catch (wrong) {
      this.actions.say(`${file.name}: ${(wrong as Error).message}`);
    }
  }

  /** Does what was decided, game by game. */
  async read(file: File): Promise<void> {
    const unable = this.actions.unable();
    if (unable) return this.actions.say(unable);
    try {
      const places = await this.client.ask('readDecisions', await file.text());
      const count = { taken: 0, refused: 0 };
      const unfit: string[] = [];
      const changed: number[] = [];
      for (const [at, index] of places.entries()) {
        if (!this.actions.progress(at / places.length)) break;
        const fate = (await this.client.ask('decide', index)) as Fate;
        if (typeof fate === 'object') unfit.push(...fate.unfit);
        else {
          count[fate]++;
          changed.push(index);
        }
      }
      this.actions.progress(1);
      await this.actions.decided(changed);
      this.actions.say(`${file.name}: ${number(count.taken)} repaired, ${number(count.refused)} left unchanged.${some(unfit)}`);
    } catch (wrong) {
      this.actions.say(`${file.name}: ${(wrong as Error).message}`);
    }
  }
}
