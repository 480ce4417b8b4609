/** The page of a code, from Markdown to elements: as much of it as those pages have. */

import { make } from '../dom';

/** Text with `code` and **strong** words. */
function inline(text: string): (Node | string)[] {
  const bare = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return bare.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return make('code', '', part.slice(1, -1));
    if (part.startsWith('**')) return make('strong', '', part.slice(2, -2));
    return part;
  });
}

export function pageOf(markdown: string): Node[] {
  const parts: Node[] = [];
  for (const [index, block] of markdown.split(/^```.*$/m).entries()) {
    if (index % 2 === 1) {
      const pre = make('pre', '', block.trim());
      pre.tabIndex = 0;
      parts.push(pre);
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/)) {
      const text = paragraph.trim();
      if (text === '') continue;
      const heading = text.match(/^#+ (.*)$/m);
      if (heading?.index === 0) {
        parts.push(make('h3', '', ...inline(heading[1] ?? '')));
        const rest = text.slice(heading[0].length).trim();
        if (rest) parts.push(make('p', '', ...inline(rest)));
      } else if (/^[-*] /.test(text)) {
        parts.push(make('ul', '', ...text.split(/\n[-*] /).map((item) => make('li', '', ...inline(item.replace(/^[-*] /, ''))))));
      } else if (text.startsWith('|')) {
        const table = make('pre', '', text);
        table.tabIndex = 0;
        parts.push(table);
      } else parts.push(make('p', '', ...inline(text)));
    }
  }
  return parts;
}
