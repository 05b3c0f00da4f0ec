// Fonts for pictures and for the check of layouts: packages of Debian, unpacked beside the project without installing them.
// A fontconfig file offers the browser one family only, whatever the machine has.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chromium } from '../tests/harness/chromium.js';

export const fontFolder = fileURLToPath(new URL('../node_modules/.cache/almanac/fonts', import.meta.url));

export interface Typeface {
  readonly packages: readonly string[];
  readonly sans: string;
  readonly serif: string;
  readonly mono: string;
}

export const typefaces = {
  dejavu: {
    packages: ['fonts-dejavu-core'],
    sans: 'DejaVu Sans',
    serif: 'DejaVu Serif',
    mono: 'DejaVu Sans Mono',
  },
  liberation: {
    packages: ['fonts-liberation'],
    sans: 'Liberation Sans',
    serif: 'Liberation Serif',
    mono: 'Liberation Mono',
  },
  noto: { packages: ['fonts-noto-core'], sans: 'Noto Sans', serif: 'Noto Serif', mono: 'Noto Sans' },
  /** For pictures. */
  inter: { packages: ['fonts-inter', 'fonts-noto-core'], sans: 'Inter', serif: 'Noto Serif', mono: 'Inter' },
} as const satisfies Readonly<Record<string, Typeface>>;

/** The folder of a package, unpacked once. */
function unpack(name: string): string {
  const folder = join(fontFolder, name);
  if (existsSync(join(folder, 'usr'))) return folder;
  mkdirSync(folder, { recursive: true });
  execFileSync('apt-get', ['download', '-qq', name], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(folder, file), folder]);
  return folder;
}

/** The browser with this typeface only. Throws where Debian's packages cannot be had. */
export function withTypeface(browser: Chromium, { packages, sans, serif, mono }: Typeface): Chromium {
  const folders = packages.map((name) => `<dir>${unpack(name)}</dir>`);
  const families = { 'sans-serif': sans, 'system-ui': sans, serif, monospace: mono, 'ui-monospace': mono };
  const edit = (mode: string, family: string, binding = 'strong') =>
    `<edit name="family" mode="${mode}" binding="${binding}"><string>${family}</string></edit>`;
  const rules = Object.entries(families).map(
    ([generic, family]) =>
      `<match><test name="family"><string>${generic}</string></test>${edit('prepend', family)}</match>`,
  );
  // Families that are not there. By a strong binding WebKit would take this one for the first family that a page names.
  const fallback = `<match>${edit('append_last', sans, 'weak')}</match>`;
  const file = join(fontFolder, `${sans.toLowerCase().replaceAll(' ', '-')}.conf`);
  const body = [...folders, `<cachedir>${join(fontFolder, 'cache')}</cachedir>`, ...rules, fallback].join('\n');
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>\n${body}\n</fontconfig>\n`);
  return { ...browser, env: { ...browser.env, FONTCONFIG_FILE: file } };
}
