// The extension as it is packed: what is in it, and what a workspace can set.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import test from 'node:test';

const here = new URL('..', import.meta.url);

test('the path of the server is a setting of the machine', () => {
  const { contributes, capabilities, activationEvents, version } = JSON.parse(readFileSync(new URL('package.json', here)));
  assert.equal(contributes.configuration.properties['partie.path'].scope, 'machine');
  assert.equal(capabilities.untrustedWorkspaces.supported, 'limited');
  assert.deepEqual(capabilities.untrustedWorkspaces.restrictedConfigurations, ['partie.path']);
  assert.deepEqual(activationEvents, []);
  const manifest = readFileSync(new URL('../../Cargo.toml', here), 'utf8');
  assert.ok(manifest.includes(`\nversion = "${version}"`), 'the version is that of the program');
});

test('the package', { skip: !process.env.PARTIE_VSIX && 'PARTIE_VSIX names no package' }, () => {
  const packed = execFileSync('unzip', ['-Z1', process.env.PARTIE_VSIX]).toString().trim().split('\n');
  for (const name of ['extension/package.json', 'extension/dist/extension.js', 'extension/dist/viewer.js', 'extension/LICENSE-MIT', 'extension/syntaxes/pgn.tmLanguage.json']) {
    assert.ok(packed.includes(name), name);
  }
  assert.ok(!packed.some((name) => /node_modules|\.ts$|test/.test(name)), packed.join(' '));
  assert.ok(statSync(process.env.PARTIE_VSIX).size < 1_000_000);
});
