/** Opens what is chosen, dropped or pasted. */

import { members } from './zip';

/** Larger files are more than a page should hold. */
const MOST = 500_000_000;
/** More files are not listed. */
const MOST_FILES = 2_000;
/** Endings of files that hold games. */
const GAMES = /\.(pgn|txt|kifu?|ki2u?|csa|usi|usen|jkf|psn|json|hgn|uci|score)(\.gz)?$/i;

export interface Opened {
  name: string;
  bytes: Uint8Array;
}

/** A file that can be opened. */
export interface Source {
  name: string;
  read(): Promise<Opened>;
}

const PACKED: Record<string, CompressionFormat> = { gz: 'gzip' };
const UNKNOWN = /\.(xz|bz2|zst|7z|rar)$/i;

/** The bytes of a file, unpacked. */
async function read(file: File): Promise<Opened> {
  if (file.size > MOST) throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB, more than a page can hold: use the command partie.`);
  const packed = file.name.match(UNKNOWN)?.[1];
  if (packed) throw new Error(`${file.name}: a page cannot unpack .${packed}. Unpack it first, and open what is in it.`);
  const format = PACKED[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!format) return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  const stream = file.stream().pipeThrough(new DecompressionStream(format));
  try {
    return { name: file.name.replace(/\.\w+$/, ''), bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
  } catch {
    throw new Error(`${file.name} is damaged, or no .gz file.`);
  }
}

/** The files that hold games, those of archives too; all where none is known by its ending. */
export async function sources(files: Iterable<File>): Promise<Source[]> {
  const all: Source[] = [];
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      all.push({ name: file.webkitRelativePath || file.name, read: () => read(file) });
      continue;
    }
    try {
      for (const member of await members(file, MOST)) {
        const opened = async () => ({ name: member.name.replace(/^.*\//, ''), bytes: await member.bytes() });
        all.push({ name: `${file.name}/${member.name}`, read: opened });
      }
    } catch (wrong) {
      throw new Error(`${file.name}: ${(wrong as Error).message}`);
    }
  }
  const games = all.filter(({ name }) => GAMES.test(name));
  return (games.length > 0 ? games : all).slice(0, MOST_FILES);
}

/** The files that were dropped, those of folders too. */
export async function dropped(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  if (!entries.some((entry) => entry.isDirectory)) return [...data.files];
  const found: File[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (found.length >= MOST_FILES) return;
    if (entry.isFile) {
      found.push(await new Promise<File>((give, fail) => (entry as FileSystemFileEntry).file(give, fail)));
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((give, fail) => reader.readEntries(give, fail));
      if (some.length === 0) return;
      for (const one of some.sort((a, b) => (a.name < b.name ? -1 : 1))) await walk(one);
    }
  };
  for (const entry of entries) await walk(entry);
  return found;
}

/** Longer addresses are cut by what passes them on. */
const LONGEST = 8192;

/** An address that holds a game, if that is not too long. */
export function addressOf(text: string): string | null {
  const address = `${location.href.replace(/#.*$/, '')}#pgn=${encodeURIComponent(text.trim())}`;
  return address.length <= LONGEST ? address : null;
}

/** The text of a `#pgn=` in the address. */
export function ofAddress(hash: string): Opened | null {
  const text = hash.match(/^#pgn=(.*)$/s)?.[1];
  if (!text) return null;
  try {
    return { name: 'link.pgn', bytes: new TextEncoder().encode(decodeURIComponent(text)) };
  } catch {
    return null;
  }
}
