/** Asks whether work is to be kept on the device, keeps it, and forgets it. */

import { button, byId, make } from '../dom';
import type { Client } from '../judge/client';
import { claim, forget, keepFile, keepSteps, kept, MOST_KEPT, type Work } from '../kept';

export class KeepPane {
  private readonly bar = byId('keep');
  private readonly steps = new Map<number, string>();
  /** The file that may be kept; nothing where it is too large, or somebody said no. */
  private file: { name: string; bytes: Blob } | null = null;
  /** Whether it is kept. */
  private keeps = false;
  /** The file that was open before, whose work is kept. */
  private other = '';
  private claimed: Promise<boolean> | null = null;

  constructor(
    private readonly client: Client,
    private readonly restore: (work: Work) => void,
    private readonly say: (text: string) => void,
  ) {}

  /** Whether what was put right outlives the tab. */
  get isKept(): boolean {
    return this.keeps;
  }

  /** Whether something is kept; it is opened, or only offered. */
  async start(offerOnly: boolean): Promise<boolean> {
    const work = await kept();
    if (!work || !(await this.claim())) return false;
    if (!offerOnly) {
      this.restore(work);
      return true;
    }
    this.show(`Work on ${work.name} is kept on this device.`, ['Go on', () => this.restore(work)], ['Forget', () => this.forget()]);
    return false;
  }

  /** Another file was opened; nothing of which only a part is open is kept. */
  begin(name: string, bytes: Blob | null): void {
    if (this.keeps && this.file) this.other = this.file.name;
    this.file = bytes && bytes.size <= MOST_KEPT ? { name, bytes } : null;
    this.steps.clear();
    this.keeps = false;
    this.bar.hidden = true;
  }

  /** The file that was opened is the one that is kept. */
  goOn(work: Work): void {
    for (const [index, steps] of work.steps) this.steps.set(index, steps);
    this.keeps = true;
    this.told();
  }

  /** Something was decided of games. */
  async changed(indexes: number[], selected: number): Promise<void> {
    for (const index of indexes) {
      const steps = await this.client.ask('steps', index);
      if (steps) this.steps.set(index, steps);
      else this.steps.delete(index);
    }
    if (this.keeps) await this.attempt(() => keepSteps(this.steps, selected));
    else if (this.file && this.bar.hidden) {
      const other = this.other === '' ? '' : ` Keeping them deletes the work on ${this.other}.`;
      this.show(`Your repairs are lost when this tab is closed.${other}`, ['Keep them on this device', () => void this.keep(selected)], ['No', () => this.refuse()]);
    }
  }

  private async keep(index: number): Promise<void> {
    if (!this.file) return;
    if (!(await this.claim())) return this.say('Another tab is keeping its work on this device. Close that tab first.');
    const work = { ...this.file, steps: this.steps, index };
    this.keeps = await this.attempt(() => keepFile(work));
    if (!this.keeps) return;
    this.other = '';
    this.told();
  }

  private told(): void {
    this.show('Your work is kept on this device.', ['Forget', () => this.forget()]);
  }

  private refuse(): void {
    this.file = null;
    this.bar.hidden = true;
  }

  private forget(): void {
    this.keeps = false;
    this.other = '';
    this.refuse();
    void this.attempt(forget).then((done) => done && this.say('Your work on this device is deleted.'));
  }

  private claim(): Promise<boolean> {
    this.claimed ??= claim().then((free) => {
      if (!free) this.claimed = null;
      return free;
    });
    return this.claimed;
  }

  private async attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (wrong) {
      this.say(`The browser cannot keep anything: ${(wrong as Error).message}`);
      return false;
    }
  }

  private show(text: string, ...acts: [string, () => void][]): void {
    this.bar.replaceChildren(make('span', '', text), ...acts.map(([name, act]) => button(name, act)));
    this.bar.hidden = false;
  }
}
