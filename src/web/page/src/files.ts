/** Opens what is chosen, dropped or pasted. */

import { ofItem } from './saving';
import { members } from './zip';

const isPhone = () =>
  (navigator as { userAgentData?: { mobile: boolean } }).userAgentData?.mobile ?? /Mobi|Android/.test(navigator.userAgent);
/** Bytes that a page judges at once: a phone ends pages that take more. `#part=20` in the address says how many millions. */
const MOST = Number(location.hash.match(/^#part=([\d.]+)$/)?.[1] ?? (isPhone() ? 150 : 500)) * 1e6;
/** More files are not listed. */
const MOST_FILES = 2_000;
/** Endings of files that hold games. */
const GAMES = /\.(pgn|txt|kifu?|ki2u?|csa|usi|sfen|usen|jkf|psn|json|hgn|uci|coords|score)(\.gz)?$/i;

/** A part of a file that is too large to be judged at once. */
export interface Part {
  file: File;
  from: number;
  to: number;
}

export interface Opened {
  name: string;
  bytes: Blob;
  /** The file itself, if these are its bytes. */
  file?: File;
  part?: Part;
}

/** A file that can be opened. */
export interface Source {
  name: string;
  read(): Promise<Opened>;
}

const PACKED: Record<string, CompressionFormat> = { gz: 'gzip' };
/** What unpacks what a page cannot. */
const UNPACKERS: Record<string, string> = { xz: 'unxz', bz2: 'bunzip2', zst: 'unzstd', '7z': '7-Zip', rar: '7-Zip' };

/** The part of a file that begins with that byte; of one that is small enough, all of it. */
export function partOf(file: File, from = 0): Opened {
  if (file.size <= MOST) return { name: file.name, bytes: file, file };
  const to = Math.min(from + MOST, file.size);
  return { name: file.name, bytes: file.slice(from, to), part: { file, from, to } };
}

/** The bytes of a file, unpacked. */
async function read(file: File): Promise<Opened> {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const unpacker = UNPACKERS[ending];
  if (unpacker) throw new Error(`${file.name}: a page cannot unpack .${ending}. Unpack it with ${unpacker} and open what is in it, or use the command partie.`);
  const format = PACKED[ending];
  if (!format) return partOf(file);
  const bytes = await unpacked(file, format);
  return { name: file.name.replace(/\.\w+$/, ''), bytes };
}

/** No more is unpacked than a page judges at once. */
async function unpacked(file: File, format: CompressionFormat): Promise<Blob> {
  const reader = file.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const pieces: BlobPart[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(`${file.name} is damaged, or no .gz file.`);
    });
    if (done) return new Blob(pieces);
    size += value.length;
    if (size > MOST) {
      void reader.cancel();
      throw new Error(`${file.name} unpacks to more than ${MOST / 1e6} MB, more than a page holds at once: unpack it first, and open what is in it.`);
    }
    pieces.push(value);
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
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  if (!entries.some((entry) => entry.isDirectory)) {
    return (await Promise.all(items.map(ofItem))).filter((file) => file !== null);
  }
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
    return { name: 'link.pgn', bytes: new Blob([decodeURIComponent(text)]) };
  } catch {
    return null;
  }
}
