// How long a file takes from opening to its first finding and to its last game, how long the page stands still meanwhile, what memory
// it takes, and how long the command takes on one thread; medians of five. Usage: node tests/speed.mjs FILE
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { command, launch, serve, visit } from './support.mjs';

const [file] = process.argv.slice(2);
const server = await serve();
const browser = await launch();
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The memory of the biggest process that draws a page, in bytes: what it shares is counted in parts. */
function memory() {
  const sizes = [0];
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      sizes.push(1024 * Number(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)[1]));
    } catch {
      // It is gone meanwhile.
    }
  }
  return Math.max(...sizes);
}

async function run() {
  const { tab, close } = await visit(browser, server.url);
  await tab.evaluate(() => {
    window.tasks = [0];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
    document.getElementById('file').addEventListener('change', () => (window.begun = performance.now()), { capture: true });
    const since = () => performance.now() - window.begun;
    new MutationObserver(() => window.begun && !window.first && document.querySelector('#games .badge.error, #games .badge.warning') && (window.first = since()))
      .observe(document.getElementById('games'), { childList: true, subtree: true });
    const state = document.getElementById('state');
    new MutationObserver(() => window.begun && / broken$/.test(state.textContent) && !/so far/.test(state.textContent) && (window.all = since())).observe(state, { childList: true, subtree: true });
  });
  let most = memory();
  const watch = setInterval(() => (most = Math.max(most, memory())), 100);
  await tab.evaluate(() => document.getElementById('games').firstElementChild.replaceChildren());
  await tab.setInputFiles('#file', file);
  await tab.waitForFunction(() => window.all, null, { timeout: 600_000 });
  clearInterval(watch);
  const seen = await tab.evaluate(() => ({ all: window.all, first: window.first, task: Math.max(...window.tasks), said: document.getElementById('state').textContent }));
  await close();
  return { ...seen, most };
}

const runs = [];
for (let at = 0; at < 5; at++) runs.push(await run());
const of = (name) => median(runs.map((run) => run[name]));
console.log(runs[0].said);
console.log(`page: ${of('first')?.toFixed(0)} ms to the first finding, ${of('all').toFixed(0)} ms to the last game, longest task ${of('task').toFixed(0)} ms`);
console.log(`memory at most ${(of('most') / 2 ** 20).toFixed(0)} MiB, ${(of('most') / statSync(file).size).toFixed(1)} of the file`);
const times = Array.from({ length: 5 }, () => {
  const begun = performance.now();
  try {
    execFileSync(command, ['validate', '-q', '-j', '1', '--format', 'jsonl', '--games', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  } catch {
    // It exits with 1 where something is wrong.
  }
  return performance.now() - begun;
});
console.log(`command: ${median(times).toFixed(0)} ms on one thread, page ${(of('all') / median(times)).toFixed(1)} times that`);
await browser.close();
server.close();
