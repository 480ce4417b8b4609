/** Parts of a file that is too large to be judged at once: which one is open, and what comes after it. */

import { byId } from '../dom';
import type { Part } from '../files';

const megabytes = (bytes: number) => Number((bytes / 1e6).toPrecision(3));

export class PartsPane {
  private part: Part | undefined;
  private next: number | undefined;
  private readonly bar = byId('parts');

  constructor(open: (file: File, from: number) => void) {
    byId('next-part').addEventListener('click', () => {
      if (this.part && this.next !== undefined) open(this.part.file, this.next);
    });
  }

  get isPart(): boolean {
    return this.part !== undefined;
  }

  /** Whether the file goes on behind what is open. */
  get goesOn(): boolean {
    return this.part !== undefined && this.part.to < this.part.file.size;
  }

  begin(part: Part | undefined): void {
    [this.part, this.next] = [part, undefined];
    this.bar.hidden = true;
  }

  /** All games of a part were judged; the last one may go on, and begins at that byte of it. */
  end(rest: number | undefined): void {
    const { part } = this;
    if (!part) return;
    if (this.goesOn && rest) this.next = part.from + rest;
    const [from, to, of] = [part.from, this.next ?? part.to, part.file.size].map(megabytes);
    const after = this.goesOn && !rest ? ' What follows cannot be judged here, as no game ends in it.' : '';
    this.bar.querySelector('span')!.textContent = `A large file is judged in parts: this is ${from}–${to} of ${of} MB. Lines and games count from its beginning.${after}`;
    byId('next-part').hidden = this.next === undefined;
    this.bar.hidden = false;
  }

  /** The whole file, of which the open part has this text. */
  whole(text: Blob): Blob {
    const { part } = this;
    return part ? new Blob([part.file.slice(0, part.from), text, part.file.slice(part.to)]) : text;
  }
}
