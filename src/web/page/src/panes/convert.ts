/** Writes the game or all games in another format. */

import type { Client } from '../judge/client';
import { button, byId, download, make } from '../dom';

/** Longer texts are not put into the dialog. */
const SHOWN = 200_000;

interface Conversion {
  bytes: Uint8Array;
  counts: number[];
  issues: string[];
  losses: string[];
}

export class ConvertPane {
  private readonly dialog = byId<HTMLDialogElement>('convert');
  private readonly target = byId<HTMLSelectElement>('target');
  private readonly all = byId<HTMLInputElement>('convert-all');
  private readonly out = byId('converted');
  private targets: string[][] = [];
  private index = 0;
  private stem = 'games';

  constructor(private readonly client: Client) {
    this.target.addEventListener('change', () => void this.convert());
    this.all.addEventListener('change', () => void this.convert());
  }

  async open(index: number, kind: string, stem: string): Promise<void> {
    [this.index, this.stem] = [index, stem];
    if (this.targets.length === 0) this.targets = (await this.client.ask('targets')).map((line) => line.split(' '));
    const fitting = this.targets.filter(([, , kinds]) => kinds?.split(',').includes(kind));
    const chosen = this.target.value;
    this.target.replaceChildren(...fitting.map(([name = '']) => Object.assign(make('option', '', name), { value: name })));
    if (fitting.some(([name]) => name === chosen)) this.target.value = chosen;
    this.dialog.showModal();
    await this.convert();
  }

  private async convert(): Promise<void> {
    const target = this.target.value;
    try {
      const asked = this.all.checked ? this.client.ask('convert', target) : this.client.ask('convertGame', this.index, target);
      this.show(await asked, target);
    } catch (wrong) {
      this.out.replaceChildren(make('p', '', (wrong as Error).message));
    }
  }

  private show({ bytes, counts, issues, losses }: Conversion, target: string): void {
    const text = new TextDecoder().decode(bytes);
    const area = make('textarea');
    area.readOnly = true;
    area.value = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
    area.setAttribute('aria-label', 'The text in the other format');
    const [read = 0, written = 0] = counts;
    const extension = this.targets.find(([name]) => name === target)?.[1] ?? 'txt';
    const list = (head: string, items: string[]) =>
      items.length === 0 ? [] : [make('p', '', head), make('ul', '', ...items.slice(0, 100).map((item) => make('li', '', item)))];
    this.out.replaceChildren(
      area,
      make('p', '', `${written} of ${read} games written.`),
      ...list(`Lost in ${target}:`, losses),
      ...list('Not completely converted:', issues),
      make('p', 'actions',
        button('Copy', () => void navigator.clipboard.writeText(text)),
        button('Download', () => download(bytes as BlobPart, `${this.stem}.${extension}`), 'main')));
  }
}
