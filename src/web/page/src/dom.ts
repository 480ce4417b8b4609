/** Elements with text. What a game says is only ever text. */

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function button(text: string, act: () => void, className = ''): HTMLButtonElement {
  const made = make('button', className, text);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as T;
}

/** Gives bytes to be saved. */
export function download(bytes: BlobPart, name: string): void {
  const link = make('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
