/** Work that is kept on the device, where somebody agreed to that: a file, and what was put right in it. One file at a time. */

export interface Work {
  name: string;
  bytes: Blob;
  /** What was decided of a game, as the judge tells it, by the place of the game. */
  steps: Map<number, string>;
  /** The game that was looked at last. */
  index: number;
}

/** Larger files are not kept. */
export const MOST_KEPT = 50_000_000;
const NAME = 'partie';
const STORE = 'work';

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser does not say why'));
  });

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  const database = await done(asked);
  try {
    return await act(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

/** What was kept. Where nothing was, nothing is made to look for it. */
export async function kept(): Promise<Work | null> {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === NAME)) return null;
    return await withStore('readonly', async (store) => {
      const [file, steps, index] = await Promise.all(['file', 'steps', 'index'].map((key) => done(store.get(key))));
      return file ? { ...file, steps: steps ?? new Map(), index: index ?? 0 } : null;
    });
  } catch {
    // A browser that keeps nothing has kept nothing.
    return null;
  }
}

/** Keeps a file in place of the one that was kept. */
export const keepFile = ({ name, bytes, steps, index }: Work) =>
  withStore('readwrite', (store) =>
    Promise.all([done(store.put({ name, bytes }, 'file')), done(store.put(steps, 'steps')), done(store.put(index, 'index'))]));

/** Keeps what was put right in it. */
export const keepSteps = (steps: Map<number, string>, index: number) =>
  withStore('readwrite', (store) => Promise.all([done(store.put(steps, 'steps')), done(store.put(index, 'index'))]));

/** Forgets everything. */
export const forget = () => done(indexedDB.deleteDatabase(NAME));

/** Whether no other tab keeps its work; then none does until this one is closed. */
export function claim(): Promise<boolean> {
  return new Promise((answer) => {
    if (!navigator.locks) return answer(true);
    const hold = (lock: Lock | null) => {
      answer(lock !== null);
      return lock ? new Promise<void>(() => undefined) : undefined;
    };
    // Files on the disk may have no locks.
    navigator.locks.request(NAME, { ifAvailable: true }, hold).catch(() => answer(true));
  });
}
