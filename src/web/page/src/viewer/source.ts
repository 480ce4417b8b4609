/** The game that an attribute names. */

import type { Shown } from '../data';

/** Fetches the JSON of a game, or takes it from the element of the page that `#id` names, packed or not. */
export async function read(src: string, document: Document): Promise<Shown> {
  const game = src.startsWith('#') ? await held(document.getElementById(src.slice(1))) : await fetched(src);
  if (!Array.isArray(game?.lines) || !Array.isArray(game.findings) || !Array.isArray(game.draws) || !(game.row?.kind in KINDS))
    throw new Error('it is not the JSON of a game');
  return game as Shown;
}

async function held(element: HTMLElement | null): Promise<Shown> {
  const text = element?.textContent ?? '';
  if (element?.getAttribute('type') !== 'application/gzip') return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(json).json();
}

const KINDS = { chess: 0, shogi: 0, hex: 0 };

async function fetched(src: string): Promise<Shown> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  return response.json();
}
