/** Panes as tabs, where there is no room for all of them. */

import { byId } from '../dom';

const NAMES = ['games', 'board', 'text'] as const;
export type Name = (typeof NAMES)[number];

export class Tabs {
  constructor() {
    for (const [at, name] of NAMES.entries()) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener('click', () => this.show(name));
      tab.addEventListener('keydown', (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        const to = NAMES[(at + by + NAMES.length) % NAMES.length]!;
        this.show(to);
        byId(`tab-${to}`).focus();
      });
    }
    this.show('board');
  }

  show(shown: Name): void {
    document.body.dataset.tab = shown;
    for (const name of NAMES) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute('aria-selected', String(name === shown));
      tab.tabIndex = name === shown ? 0 : -1;
    }
  }
}
