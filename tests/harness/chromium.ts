// Finds a Chromium for the tests: the machine's own, else one from the npm registry, else Debian's package unpacked
// beside the project without installing it.
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const unpacked = fileURLToPath(new URL('../../node_modules/.cache/almanac/chromium', import.meta.url));

export interface Chromium {
  readonly executable: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function findChromium(): Promise<Chromium> {
  const own = process.env.ALMANAC_TEST_BROWSER ?? installed.find(existsSync);
  if (own) return { executable: own };
  // The package of the npm registry holds a program for this kind of machine only.
  return process.arch === 'x64' && process.platform === 'linux' ? fromRegistry() : fromDebian();
}

async function fromRegistry(): Promise<Chromium> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return { executable: await chromium.executablePath() };
}

/** The packages that the machine lacks; environment variables point to their libraries and fonts. */
function fromDebian(): Chromium {
  const executable = join(unpacked, 'usr/lib/chromium/chromium');
  try {
    if (!existsSync(executable)) unpackDebian();
  } catch (cause) {
    throw new Error('No Chromium was found: install one, or name its program in ALMANAC_TEST_BROWSER.', { cause });
  }
  const libraries = execFileSync('find', [unpacked, '-name', '*.so*', '-printf', '%h\n'], { encoding: 'utf8' });
  const env = {
    LD_LIBRARY_PATH: [...new Set(libraries.trim().split('\n'))].join(':'),
    FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
  };
  return { executable, env };
}

function unpackDebian(): void {
  const packages = join(unpacked, 'packages');
  mkdirSync(join(packages, 'partial'), { recursive: true });
  const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
  const download = [
    '-y',
    '-qq',
    '--no-install-recommends',
    '--download-only',
    '-o',
    `Dir::Cache::archives=${packages}`,
  ];
  execFileSync('apt-get', ['update', '-qq'], quiet);
  execFileSync('apt-get', ['install', ...download, 'chromium', 'fonts-dejavu-core'], quiet);
  const fonts = ['/usr/share/fonts', join(unpacked, 'usr/share/fonts')].map((folder) => `<dir>${folder}</dir>`);
  writeFileSync(join(unpacked, 'fonts.conf'), `<fontconfig>${fonts.join('')}</fontconfig>`);
  for (const file of readdirSync(packages).filter((name) => name.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(packages, file), unpacked], quiet);
}
