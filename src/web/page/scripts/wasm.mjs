// Compiles the judge, and makes of it a module for pages. PARTIE_PROFILE=release is built sooner and loads later.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = dirname(dirname(fileURLToPath(import.meta.url)));
const root = join(page, '../../..');
const profile = process.env.PARTIE_PROFILE ?? 'small';
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');

function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error?.code === 'ENOENT') return false;
  if (status !== 0) process.exit(status ?? 1);
  return true;
}

const [, version] = readFileSync(join(root, 'src/web/Cargo.toml'), 'utf8').match(/^wasm-bindgen = "=?([\d.]+)"/m);
run('cargo', 'build', '--profile', profile, '--target', 'wasm32-unknown-unknown', '-p', 'partie-web');
const built = join(target, 'wasm32-unknown-unknown', profile, 'partie_web.wasm');
const out = join(page, 'src/judge/module');
if (!run('wasm-bindgen', '--target', 'web', '--omit-default-module-path', '--out-dir', out, built)) {
  console.error(`wasm-bindgen is missing: cargo install wasm-bindgen-cli --version ${version}`);
  process.exit(1);
}
cpSync(out, join(root, 'src/web/npm/module'), { recursive: true });
