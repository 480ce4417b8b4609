/** A link to a game: what it holds is said, and names can be left out. */

import type { Shown } from '../data';
import { byId } from '../dom';
import { addressOf } from '../files';

export class LinkPane {
  private game: Shown | null = null;
  private readonly dialog = byId<HTMLDialogElement>('link-dialog');
  private readonly address = byId<HTMLInputElement>('address');
  private readonly nameless = byId<HTMLInputElement>('nameless');

  constructor(private readonly say: (text: string) => void) {
    this.nameless.addEventListener('change', () => this.fill());
    byId('copy-link').addEventListener('click', () => void this.copy());
  }

  open(game: Shown): void {
    if (game.cut || !addressOf(game.text)) return this.say('The game is too long for a link: send the file.');
    this.game = game;
    this.nameless.checked = false;
    this.fill();
    this.dialog.showModal();
  }

  private fill(): void {
    const game = this.game;
    if (!game) return;
    this.address.value = addressOf(this.nameless.checked ? withoutNames(game) : game.text) ?? '';
  }

  private async copy(): Promise<void> {
    history.replaceState(null, '', this.address.value);
    this.dialog.close();
    try {
      await navigator.clipboard.writeText(this.address.value);
      this.say('The link is copied.');
    } catch {
      this.say('The link is in the address bar.');
    }
  }
}

/** The text with letters for the players, wherever their names stand. */
function withoutNames({ text, row }: Shown): string {
  return row.players.reduce<string>((before, name, index) => (name ? before.replaceAll(name, 'AB'[index]!) : before), text);
}
