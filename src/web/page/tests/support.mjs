// A server of static files below a path, and a browser that says whatever goes wrong.
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

export const page = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = join(page, '../../..');
export const fixture = (path) => join(root, 'fixtures', path);
const BELOW = '/some/where/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/** The command whose answers are compared: PARTIE, or a build of it. */
export const command = [process.env.PARTIE, ...['release', 'debug'].map((profile) => join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), profile, 'partie'))]
  .find((path) => path && existsSync(path));

export async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = path.startsWith(BELOW) && join(page, 'dist', path.slice(BELOW.length) || 'index.html');
    if (!file || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}${BELOW}`, close: () => (server.close(), server.closeAllConnections()) };
}

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** A server and a browser for the tests of a file, closed behind the last one. */
export async function stage() {
  const [server, browser] = await Promise.all([serve(), launch()]);
  after(async () => {
    await browser.close();
    server.close();
  });
  return { server, browser };
}

/** A page that notes errors, what its policy refuses, and requests to other hosts. */
export async function visit(browser, url, { width = 1280, height = 800, ready = settled, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, ...options });
  const tab = await context.newPage();
  const faults = [];
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') faults.push(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  const own = new URL(url).origin;
  tab.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith('data:') && !to.startsWith('blob:') && new URL(to).origin !== own) faults.push(`request: ${to}`);
  });
  await tab.goto(url);
  await ready(tab);
  return { tab, faults, close: () => context.close() };
}

/** Waits until a file was judged and what was found in the game that is shown, and its repairs, are there. */
export async function settled(tab) {
  await tab.waitForFunction(() => {
    const text = (id) => document.getElementById(id).textContent;
    const none = /no record|no game/i.test(text('state'));
    const judged = / broken/.test(text('state')) && !/so far/.test(text('state')) && text('findings') !== '';
    return none || (judged && !/Looking for/.test(text('repairs')));
  }, null, { timeout: 60_000 });
}

export async function open(tab, ...files) {
  const before = await tab.textContent('#state');
  await tab.setInputFiles('#file', files);
  await tab.waitForFunction((text) => document.getElementById('state').textContent !== text, before);
  await settled(tab);
}
