/** Files that a browser may write back into, by the handles with which they were opened. */

interface Handle extends FileSystemHandle {
  getFile(): Promise<File>;
  createWritable(): Promise<WritableStream & { write(data: BlobPart): Promise<void>; close(): Promise<void>; abort(): Promise<void> }>;
}

type Picker = (options: { multiple: boolean }) => Promise<Handle[]>;

const picker = (window as { showOpenFilePicker?: Picker }).showOpenFilePicker?.bind(window);
/** Those of files that were opened. */
const handles = new WeakMap<File, Handle>();

export const canPick = picker !== undefined;

/** Files that somebody chose; none where nothing was. */
export async function picked(): Promise<File[]> {
  if (!picker) return [];
  try {
    return await Promise.all((await picker({ multiple: true })).map(opened));
  } catch (wrong) {
    if ((wrong as Error).name === 'AbortError') return [];
    throw wrong;
  }
}

async function opened(handle: Handle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, handle);
  return file;
}

/** The file of a dropped item, with its handle where the browser gives one. To be called before the drop is over. */
export function ofItem(item: DataTransferItem): Promise<File | null> {
  const asked = (item as { getAsFileSystemHandle?(): Promise<Handle | null> }).getAsFileSystemHandle?.();
  const file = item.getAsFile();
  if (!asked) return Promise.resolve(file);
  return asked.then((handle) => (handle?.kind === 'file' ? opened(handle) : file), () => file);
}

/** Whether it can be written back into. */
export const canSave = (file: File | undefined): file is File => file !== undefined && handles.has(file);

/** Writes into a file, as a whole or not at all; gives what it then is. Nothing where somebody does not want to write over what
 * another program wrote. */
export async function saveInto(file: File, bytes: BlobPart): Promise<File | null> {
  const handle = handles.get(file);
  if (!handle) return null;
  const now = await handle.getFile();
  const same = now.lastModified === file.lastModified && now.size === file.size;
  if (!same && !confirm(`${file.name} was changed by another program. Write over that?`)) return null;
  const out = await handle.createWritable();
  try {
    await out.write(bytes);
  } catch (wrong) {
    await out.abort();
    throw wrong;
  }
  await out.close();
  return opened(handle);
}
