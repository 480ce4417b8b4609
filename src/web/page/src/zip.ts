/** Archives of several files, as far as a page can unpack them: stored or deflated. */

export interface Member {
  name: string;
  size: number;
  /** Its bytes. What is damaged is said, never given. */
  bytes(): Promise<Blob>;
}

/** The end of the directory is sought in so many bytes at the end of an archive. */
const TAIL = 65_557;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 30;
const STORED = 0;
const DEFLATED = 8;
/** A size of archives that are larger than 4 GB. */
const LARGE = 0xffffffff;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) sum = (sum >>> 8) ^ CRC[(sum ^ byte) & 0xff]!;
  return ~sum >>> 0;
}

const view = async (part: Blob) => new DataView(await part.arrayBuffer());

/** Names are in UTF-8, or in what programs of Windows write. */
function text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The files of an archive, without its folders. */
export async function members(file: Blob, most: number): Promise<Member[]> {
  const tail = await view(file.slice(-TAIL));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error('the archive has no directory: it is cut or damaged');
  const [count, length, from] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (from === LARGE) throw new Error('the archive is larger than a page can read');
  const directory = await view(file.slice(from, from + length));
  const found: Member[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== ENTRY) throw new Error('the directory of the archive is damaged');
    const [flags, method] = [directory.getUint16(at + 8, true), directory.getUint16(at + 10, true)];
    const [sum, packed, size] = [16, 20, 24].map((place) => directory.getUint32(at + place, true)) as [number, number, number];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true)) as [number, number, number];
    const local = directory.getUint32(at + 42, true);
    const name = text(new Uint8Array(directory.buffer, at + 46, Math.min(nameLength, directory.byteLength - at - 46)));
    at += 46 + nameLength + extra + comment;
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    found.push({ name, size, bytes: () => unpacked(file, { name, flags, method, sum, packed, size, local }, most) });
  }
  return found;
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  sum: number;
  packed: number;
  size: number;
  local: number;
}

async function unpacked(file: Blob, { name, flags, method, sum, packed, size, local }: Entry, most: number): Promise<Blob> {
  if (flags & 1) throw new Error(`${name} needs a password: unpack it first.`);
  if (method !== STORED && method !== DEFLATED) throw new Error(`${name} is packed in a way that a page cannot unpack: unpack it first.`);
  if (size > most) throw new Error(`${name} has ${Math.round(size / 1e6)} MB, more than a page can hold: use the command partie.`);
  const head = await view(file.slice(local, local + LOCAL));
  if (head.byteLength < LOCAL) throw new Error(`${name}: the archive is cut`);
  const from = local + LOCAL + head.getUint16(26, true) + head.getUint16(28, true);
  const part = file.slice(from, from + packed);
  const bytes = method === STORED ? new Uint8Array(await part.arrayBuffer()) : await inflated(part, size, name);
  if (bytes.length !== size || crc(bytes) !== sum) throw new Error(`${name} is damaged in the archive`);
  return new Blob([bytes as BlobPart]);
}

/** No more is unpacked than the directory says: a few bytes may mean any number. */
async function inflated(part: Blob, size: number, name: string): Promise<Uint8Array> {
  const reader = part.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const bytes = new Uint8Array(size);
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes.subarray(0, at);
      if (at + value.length > size) throw new Error('too long');
      bytes.set(value, at);
      at += value.length;
    }
  } catch {
    throw new Error(`${name} is damaged in the archive`);
  }
}
