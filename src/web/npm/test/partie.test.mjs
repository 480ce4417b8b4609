import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, explain, fix, games, targets, validate, version } from '../index.js';

const PGN = '[White "Anna"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *\n\n[White "Bo"]\n[Result "*"]\n\n1. d4 *\n';

test('says what is wrong, where and why', () => {
  const { ok, games, broken, findings, stopped } = validate(PGN, { name: 'club.pgn', infos: false });
  assert.deepEqual([ok, games, broken, stopped], [false, 2, 1, null]);
  const [{ code, path, line, message }] = findings;
  assert.deepEqual([code.charAt(0), path, line], ['L', 'club.pgn', 4]);
  assert.match(message, /^3\. Bb6 is illegal/);
});

test('stops at limits', () => {
  assert.equal(validate(PGN, { maxBytes: 10 }).stopped, 'maxBytes');
  assert.equal(validate(PGN.repeat(3), { maxFindings: 1 }).findings.length, 1);
  assert.equal(validate('[White "A"]\n\n1. e4 *\n\n'.repeat(50_000), { maxMs: 1 }).stopped, 'maxMs');
});

test('gives games one after the other', () => {
  assert.deepEqual([...games('1. e4 e5 *')].map(({ game }) => game?.moves), ['e2e4 e7e5']);
  assert.equal([...games('nothing')][0].findings[0].code, 'X005');
});

test('mends and converts', () => {
  const { bytes, edits } = fix(PGN, 'likely');
  assert.equal(edits, 1);
  assert.equal(new TextDecoder().decode(bytes), PGN.replace('Bb6', 'Bb5'));
  assert.equal(new TextDecoder().decode(convert(bytes, 'uci').bytes).split('\n')[1], 'd2d4');
  assert.throws(() => fix(PGN, 'guess'), /no such grade/);
  assert.throws(() => convert(PGN, 'nothing'), /no such target/);
  assert.throws(() => validate(PGN, { rules: 'bughouse' }), /bughouse/);
});

test('explains', () => {
  assert.match(explain('L010'), /pinned/);
  assert.equal(explain('L999'), null);
  assert.ok(targets.includes('pgn') && /^\d+\.\d+\.\d+$/.test(version));
});
