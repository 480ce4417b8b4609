// Makes partie.html, the page in one file: it opens by double-click, and its policy names its own script and style by hash.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress, init } from '@bokuweb/zstd-wasm';
import { build } from 'vite';

const page = dirname(dirname(fileURLToPath(import.meta.url)));

async function script(entry) {
  const made = await build({
    root: page,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      rollupOptions: { input: join(page, entry), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [{ code }] = [made].flat()[0].output;
  return code;
}

// As src/single/unpack.ts reads it: gzip would be three tenths longer, and base64 another tenth.
const LEVEL = 22;
const LETTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((letter) => !'<&\\'.includes(letter));
function packed(id, data) {
  const bytes = compress(typeof data === 'string' ? Buffer.from(data) : data, LEVEL);
  const out = [];
  let [bits, held] = [0, 0];
  const put = () => out.push(LETTERS[Math.floor((bits & 8191) / LETTERS.length)], LETTERS[(bits & 8191) % LETTERS.length]);
  for (const byte of bytes) {
    bits |= byte << held;
    held += 8;
    if (held < 13) continue;
    put();
    bits >>>= 13;
    held -= 13;
  }
  if (held > 0) put();
  return `<script type="text/plain" id="${id}" data-bytes="${bytes.length}">${out.join('')}</script>`;
}
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
await init();
const [boot, app, worker] = [await script('src/single/boot.ts'), await script('src/single/start.ts'), await script('src/judge/worker.ts')];
const style = readFileSync(join(page, 'src/style.css'), 'utf8');
const policy = [
  "default-src 'none'",
  `script-src ${hash(boot)} 'wasm-unsafe-eval' blob:`,
  `style-src ${hash(style)}`,
  'worker-src blob:',
  'img-src data: blob:',
].join('; ');

const html = readFileSync(join(page, 'index.html'), 'utf8')
  .replace(/(Content-Security-Policy" content=")[^"]*/, () => `Content-Security-Policy" content="${policy}`)
  .replace('</title>', () => `</title>\n    <style>${style}</style>`)
  .replace(/<script type="module".*<\/script>/, () =>
    [packed('module', readFileSync(join(page, 'src/judge/module/partie_web_bg.wasm'))),
     packed('worker', worker),
     packed('app', app),
     `<script>${boot}</script>`].join('\n    '));
const out = join(page, 'dist/partie.html');
writeFileSync(out, html);
console.log(`partie.html: ${Buffer.byteLength(html)} bytes`);
