// Makes partie.html, the page in one file: it opens by double-click, and its policy names its own script and style by hash.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
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

const packed = (data) => gzipSync(data, { level: 9 }).toString('base64');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
// A closing tag in a text of the script would end it.
const code = (await script('src/start_single.ts')).replaceAll('</script', '<\\/script');
const worker = await script('src/judge/worker.ts');
const style = readFileSync(join(page, 'src/style.css'), 'utf8');
const module = readFileSync(join(page, 'src/judge/module/partie_web_bg.wasm'));
const policy = [
  "default-src 'none'",
  `script-src ${hash(code)} 'wasm-unsafe-eval' blob:`,
  `style-src ${hash(style)}`,
  'worker-src blob:',
  'img-src data: blob:',
].join('; ');

const html = readFileSync(join(page, 'index.html'), 'utf8')
  .replace(/(Content-Security-Policy" content=")[^"]*/, () => `Content-Security-Policy" content="${policy}`)
  .replace('</title>', () => `</title>\n    <style>${style}</style>`)
  .replace(/<script type="module".*<\/script>/, () =>
    [`<script type="text/plain" id="module">${packed(module)}</script>`,
     `<script type="text/plain" id="worker">${packed(worker)}</script>`,
     `<script>${code}</script>`].join('\n    '));
const out = join(page, 'dist/partie.html');
writeFileSync(out, html);
console.log(`partie.html: ${Buffer.byteLength(html)} bytes`);
