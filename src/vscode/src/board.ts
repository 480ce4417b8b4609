// The page of the board beside the text: a drawing and two lines, without a script.

export interface BoardAt {
  game: number;
  title: string;
  ply: number;
  last: string | null;
  position: string;
  board: string;
  svg: string;
}

function escaped(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** The page; the drawing is an image, so that nothing in it runs. */
export function page(found: BoardAt | undefined, source: string): string {
  const policy = `default-src 'none'; img-src data: ${source}; style-src 'unsafe-inline'`;
  const style = 'body{margin:1rem;font:inherit;color:var(--vscode-foreground)} img{width:100%;max-width:36rem} p{margin:.4rem 0}';
  const head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}"><style>${style}</style></head>`;
  if (!found) return `${head}<body><p>No game stands at the cursor.</p></body></html>`;
  const drawing = Buffer.from(found.svg, 'utf8').toString('base64');
  const last = found.last ? `after ${found.last} (ply ${found.ply})` : 'the start position';
  return `${head}<body><p>${escaped(found.title)}</p>
<img alt="${escaped(found.position)}" src="data:image/svg+xml;base64,${drawing}"><p>${escaped(last)}</p></body></html>`;
}
