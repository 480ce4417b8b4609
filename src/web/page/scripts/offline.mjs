// Writes the service worker, which holds the files of one build and never mixes them with those of another, and lays the viewer
// beside the page and into the package.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const files = ['index.html', ...readdirSync(join(dist, 'assets')).sort().map((name) => `assets/${name}`)];
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
const build = hash.digest('hex').slice(0, 12);

writeFileSync(join(dist, 'sw.js'), `const CACHE = 'partie-${build}';
const FILES = ${JSON.stringify(['./', ...files])};
addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))));
addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) =>
  Promise.all(names.filter((name) => name.startsWith('partie-') && name !== CACHE).map((name) => caches.delete(name))))));
addEventListener('fetch', (event) => event.respondWith(caches.open(CACHE)
  .then((cache) => cache.match(event.request, { ignoreSearch: true }))
  .then((found) => found ?? fetch(event.request))));
`);
const viewer = join(dist, '../../../analyze/html_report/viewer.js');
for (const place of ['viewer.js', '../../npm/viewer.js']) copyFileSync(viewer, join(dist, place));
console.log(`sw.js: build ${build}`);
