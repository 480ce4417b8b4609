// The page of the board beside the text: the viewer of the project, which is given the game as data. Nothing of a record is markup here.

export interface BoardAt {
  game: number;
  title: string;
  ply: number;
  line: number;
  /** The game as `<partie-game>` shows it. */
  view: unknown;
}

/** What the page is told: where the board stands, and the game if it is another one. */
export interface BoardMessage {
  title: string;
  ply: number;
  line: number;
  view?: unknown;
}

const STYLE = `body{margin:1rem;color:var(--vscode-foreground);background:var(--vscode-editor-background)}
partie-game{--partie-text:var(--vscode-foreground);--partie-quiet:var(--vscode-descriptionForeground);
--partie-focus:var(--vscode-focusBorder);max-width:40rem}`;

// What comes is data: a title as text, a game for the viewer.
const SCRIPT = `const viewer = document.querySelector('partie-game'), title = document.querySelector('h1');
addEventListener('message', async ({ data }) => {
  await customElements.whenDefined('partie-game');
  title.textContent = data.title;
  if (data.view) viewer.game = data.view;
  viewer.setAttribute('line', data.line);
  viewer.setAttribute('ply', data.ply);
});`;

/** The page; `viewer` is the address of the viewer, `nonce` a word of this page alone. */
export function page(viewer: string, source: string, nonce: string): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline' ${source}; img-src data:`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${STYLE}</style></head>
<body><h1 style="font-size:1.1em"></h1><partie-game></partie-game>
<script type="module" nonce="${nonce}" src="${viewer}"></script><script nonce="${nonce}">${SCRIPT}</script></body></html>`;
}

/** What the page is told of a board; the game only where it is not the one that was told before. */
export function boardMessage(found: BoardAt, before: string): [BoardMessage, string] {
  const view = JSON.stringify(found.view);
  const { title, ply, line } = found;
  return [view === before ? { title, ply, line } : { title, ply, line, view: found.view }, view];
}
