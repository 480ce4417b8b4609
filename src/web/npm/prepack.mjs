// Before `npm pack`: fails without the files that `.ci/page` builds, and copies the licences, as npm packs no file from outside.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const missing = ['module/partie_web.js', 'module/partie_web_bg.wasm', 'viewer.js'].filter((file) => !existsSync(join(here, file)));
if (missing.length > 0) {
  console.error(`prepack: ${missing.join(', ')} missing: .ci/page --build makes them`);
  process.exit(1);
}
const [, version] = readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "(.*)"$/m);
if (JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version !== version) {
  console.error(`prepack: the version is not ${version}, that of Cargo.toml`);
  process.exit(1);
}
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(root, name), join(here, name));
const notices = (...options) => execFileSync('python3', [join(root, '.ci/notices'), ...options, 'wasm32-unknown-unknown', 'partie-web']);
writeFileSync(join(here, 'THIRD-PARTY.txt'), notices());
writeFileSync(join(here, 'partie.cdx.json'), notices('--sbom'));
