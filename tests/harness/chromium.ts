// Finds a browser for the tests. A headless shell is preferred, because a whole Chromium takes twice the time: an installed
// one, else the one from the npm registry, else Debian's package unpacked beside the project without installing it.
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installedShell = '/usr/bin/chromium-headless-shell';
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
  const chosen = process.env.ALMANAC_TEST_BROWSER ?? [installedShell].find(existsSync);
  if (chosen) return { executable: chosen };
  const whole = installed.find(existsSync);
  // The package of the npm registry has a program for this kind of machine only.
  if (!whole && process.arch === 'x64' && process.platform === 'linux') return fromRegistry();
  try {
    return fromDebian();
  } catch (cause) {
    if (whole) return { executable: whole };
    throw new Error('No Chromium was found: install one, or name its program in ALMANAC_TEST_BROWSER.', { cause });
  }
}

async function fromRegistry(): Promise<Chromium> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return { executable: await chromium.executablePath() };
}

/** The packages that the machine lacks; environment variables point to their libraries and fonts. */
function fromDebian(): Chromium {
  const executable = join(unpacked, 'usr/lib/chromium/chromium-headless-shell');
  if (!existsSync(executable)) unpackDebian();
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
  execFileSync('apt-get', ['install', ...download, 'chromium-headless-shell', 'fonts-dejavu-core'], quiet);
  const fonts = ['/usr/share/fonts', join(unpacked, 'usr/share/fonts')].map((folder) => `<dir>${folder}</dir>`);
  writeFileSync(join(unpacked, 'fonts.conf'), `<fontconfig>${fonts.join('')}</fontconfig>`);
  for (const file of readdirSync(packages).filter((name) => name.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(packages, file), unpacked], quiet);
  linkInstalled('/usr/lib/chromium', join(unpacked, 'usr/lib/chromium'));
}

/** Resources of an installed Chromium, which apt-get does not download again; the shell looks for them beside itself. */
function linkInstalled(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const file of readdirSync(from)) if (!existsSync(join(to, file))) symlinkSync(join(from, file), join(to, file));
}
