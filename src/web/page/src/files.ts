/** Opens what is chosen, dropped or pasted. */

/** Larger files are more than a page should hold. */
const MOST = 500_000_000;

export interface Opened {
  name: string;
  bytes: Uint8Array;
}

const PACKED: Record<string, CompressionFormat> = { gz: 'gzip' };
const UNKNOWN = /\.(xz|bz2|zst|zip|7z|rar)$/i;

/** The bytes of a file, unpacked. */
export async function read(file: File): Promise<Opened> {
  if (file.size > MOST) throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB, more than a page can hold: use the command partie.`);
  const packed = file.name.match(UNKNOWN)?.[1];
  if (packed) throw new Error(`${file.name}: a page cannot unpack .${packed}. Unpack it first, and open what is in it.`);
  const format = PACKED[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!format) return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  const stream = file.stream().pipeThrough(new DecompressionStream(format));
  return { name: file.name.replace(/\.\w+$/, ''), bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
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
