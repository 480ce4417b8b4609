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
    const file = byId<HTMLInputElement>('decisions');
    byId('use-decisions').addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      if (chosen) void this.read(chosen).then(() => (file.value = ''));
    });
  }

  async save(name: string): Promise<void> {
    const unable = this.actions.unable();
    if (unable) return this.actions.say(unable);
    const rows = await this.client.ask('decisionRows');
    if (rows === '') return this.actions.say('Nothing was decided so far.');
    download(rows, `${name}.decisions.jsonl`);
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
      const games = (number: number) => `${number} ${number === 1 ? 'game' : 'games'}`;
      const rest = unfit.length > 0 ? ` ${unfit.slice(0, 3).join(' ')}${unfit.length > 3 ? ` And ${unfit.length - 3} more.` : ''}` : '';
      this.actions.say(`${file.name}: ${games(count.taken)} put right, ${games(count.refused)} left as they are.${rest}`);
    } catch (wrong) {
      this.actions.say(`${file.name}: ${(wrong as Error).message}`);
    }
  }
}
