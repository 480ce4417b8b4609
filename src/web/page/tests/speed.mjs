// How long a file takes from opening to its last game, how long the page stands still meanwhile, and how long the command takes on
// one thread. Usage: node tests/speed.mjs FILE
import { execFileSync } from 'node:child_process';
import { command, launch, serve, visit } from './support.mjs';

const [file] = process.argv.slice(2);
const server = await serve();
const browser = await launch();
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const runs = [];
for (let run = 0; run < 5; run++) {
  const { tab, close } = await visit(browser, server.url);
  await tab.evaluate(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
    const said = document.getElementById('state');
    new MutationObserver(() => {
      const text = said.textContent;
      if (/judging/.test(text)) window.begun = performance.now();
      else if (window.begun && !window.first && document.querySelector('#games .game')) window.first = performance.now() - window.begun;
      if (/ broken$/.test(text) && window.begun && !/so far/.test(text)) window.all = performance.now() - window.begun;
    }).observe(said, { childList: true, subtree: true });
  });
  await tab.setInputFiles('#file', file);
  await tab.waitForFunction(() => window.all, null, { timeout: 600_000 });
  runs.push(await tab.evaluate(() => ({ all: window.all, tasks: window.tasks, said: document.getElementById('state').textContent })));
  await close();
}
const longest = (tasks) => Math.max(0, ...tasks);
console.log(runs[0].said);
console.log(`page: ${median(runs.map(({ all }) => all)).toFixed(0)} ms to the last game, longest task ${median(runs.map(({ tasks }) => longest(tasks))).toFixed(0)} ms (medians of 5)`);
const times = [0, 1, 2, 3, 4].map(() => {
  const begun = performance.now();
  try {
    execFileSync(command, ['validate', '-q', '-j', '1', '--format', 'jsonl', '--games', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  } catch {
    // It exits with 1 where something is wrong.
  }
  return performance.now() - begun;
});
console.log(`command: ${median(times).toFixed(0)} ms on one thread`);
await browser.close();
server.close();
