// The colours of each format, by the engine of the editor: what it takes for a move is what the reader takes for one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const { Registry, parseRawGrammar, INITIAL } = require('vscode-textmate');

const here = new URL('..', import.meta.url);
const fixtures = new URL('../../fixtures/', here);
const partie = process.env.PARTIE ?? 'partie';
const contributes = JSON.parse(readFileSync(new URL('package.json', here))).contributes;

const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const found = contributes.grammars.find((grammar) => grammar.scopeName === scope);
    return parseRawGrammar(readFileSync(new URL(found.path, here), 'utf8'), found.path);
  },
});

/** The tokens of a text with their scopes. */
async function tokens(scope, text) {
  const grammar = await registry.loadGrammar(scope);
  const found = [];
  let state = INITIAL;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const read = grammar.tokenizeLine(line, state);
    state = read.ruleStack;
    for (const token of read.tokens) {
      found.push({ text: line.slice(token.startIndex, token.endIndex), scopes: token.scopes });
    }
  }
  return found;
}

const is = (kind) => (token) => token.scopes.some((scope) => scope.startsWith(kind));

/** The moves that the reader finds in a file, as they are written. */
function moves(file) {
  const out = execFileSync(partie, ['convert', '-q', '--isolated', '--to', 'json', file], { maxBuffer: 1 << 28 });
  const records = out.toString().trim().split('\n').map((line) => JSON.parse(line));
  const inside = (items) => items.flatMap((item) => ('move' in item ? [item.move] : Object.values(item).filter(Array.isArray).flatMap(inside)));
  return records.flatMap((record) => inside(record.items));
}

for (const [language, files] of Object.entries({
  pgn: ['club.pgn', 'clean.pgn', 'archive/1998/spring.pgn'],
  'hex-pgn': ['hex/late.pgn', 'hex/study.pgn'],
  kif: ['shogi/league.kifu', 'shogi/handicap.kifu'],
  ki2: ['shogi/lesson.ki2u'],
  csa: ['shogi/draft.csa'],
})) {
  for (const name of files) {
    test(`${language}: moves of ${name}`, async () => {
      const file = fileURLToPath(new URL(name, fixtures));
      const bytes = readFileSync(file);
      const shown = (await tokens(`source.${language}`, bytes.toString())).filter(is('entity.name.function.move')).map((token) => token.text.trim());
      assert.deepEqual(shown.sort(), moves(file).map((text) => text.trim()).sort());
    });
  }
}

test('what is no move has no colour of one', async () => {
  const pgn = '[White "e4 e5"]\n% Nf3\n{Nf3} ; Nf3\n1. e4 {\nNf3 }\n$4 1-0\n';
  const found = await tokens('source.pgn', pgn);
  assert.deepEqual(found.filter(is('entity.name.function.move')).map((token) => token.text), ['e4']);
  assert.deepEqual(found.filter(is('constant.language.result')).map((token) => token.text), ['1-0']);
  assert.deepEqual(found.filter(is('entity.name.tag')).map((token) => token.text), ['White']);
});

test('an allowance is seen', async () => {
  for (const [scope, line] of [['pgn', '% partie: allow L010 why'], ['kif', '# partie: allow L010 why'], ['csa', "'partie: allow L010 why"]]) {
    const found = await tokens(`source.${scope}`, line);
    assert.deepEqual(found.filter(is('constant.other.code')).map((token) => token.text), ['L010'], scope);
  }
});

test('each language has its grammar, and each ending that the reader knows a language', () => {
  const languages = contributes.languages.map((language) => language.id);
  assert.deepEqual(contributes.grammars.map((grammar) => grammar.language), languages);
});
