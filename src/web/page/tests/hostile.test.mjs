// Files that mean harm: nothing runs, nothing goes wrong, and the page does not stand still.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, stage, visit } from './support.mjs';

/** A busy machine is slower than the 100 ms that are aimed at. */
const LONGEST = 400;
const evil = '<svg onload=alert(1)><script>alert(2)</script>';
const FILES = {
  'a token of 3 MB': `[White "A"]\n\n1. e4 ${'x'.repeat(3e6)} e5 2. Nf3 *\n`,
  'a name of 1 MB': `[White "${'n'.repeat(1e6)}"]\n[Result "*"]\n\n1. e4 e5 *\n`,
  'a comment of 8 MB': `[White "A"]\n\n1. e4 {${'words '.repeat(1.4e6)}} e5 *\n`,
  'variations 10,000 deep': `[White "A"]\n\n1. e4 ${'(1. d4 '.repeat(1e4)}${')'.repeat(1e4)} e5 *\n`,
  '100,000 plies': `[White "A"]\n\n${Array.from({ length: 25_000 }, (_, at) => `${2 * at + 1}. Nf3 Nf6 ${2 * at + 2}. Ng1 Ng8`).join(' ')} *\n`,
  '10,000 findings': `[White "A"]\n\n1. e4 ${'(1. Ke5) '.repeat(1e4)} e5 *\n`,
  'malformed UTF-8': Buffer.concat([Buffer.from('[White "'), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x00]), Buffer.from('"]\n\n1. e4 e5 *\n')]),
  markup: `[White "${evil}"]\n[${evil} "x"]\n\n1. e4 {${evil}} ${evil} e5 2. Ke3 ${evil} *\n`,
};

const { server, browser } = await stage();

for (const [name, text] of Object.entries(FILES)) {
  test(name, async (context) => {
    const { tab, faults, close } = await visit(browser, server.url);
    await tab.evaluate(() => {
      window.tasks = [0];
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
    });
    const file = join(mkdtempSync(join(tmpdir(), 'page-')), `${evil.replaceAll('/', '')}.pgn`);
    writeFileSync(file, text);
    await open(tab, file);
    await tab.waitForTimeout(300);
    const longest = Math.max(...(await tab.evaluate(() => window.tasks)));
    context.diagnostic(`longest task ${longest} ms`);
    assert.deepEqual(faults, []);
    assert.equal(await tab.locator('main script, main svg[onload]').count(), 0);
    assert.ok(longest < LONGEST, `the page stood still for ${longest} ms`);
    await close();
  });
}
