// Runs `almanac import` on the data of a world, against a server that plays an old site.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { oldCredentials } from './old-site/server.js';
import { newFolder, type Ran, run } from './program.js';
import type { World } from './world.js';

type Placed = Pick<World, 'settings'>;

export const settingOf = ({ settings }: Placed) => ({
  data: settings.ALMANAC_DATA ?? '',
  environment: { ...settings, ALMANAC_BASE_URL: 'https://calendar.example', ALMANAC_TIMEZONE: 'Europe/Paris' },
});

/** Without pauses: the old site is on this machine. */
export const quick = ['--allow-private', '--rate', '1000', '--concurrency', '4'];

/** A file with the application password of a user of the old site. */
export function passwordFile(role: keyof typeof oldCredentials = 'administrator'): string {
  const file = join(newFolder(), 'password');
  writeFileSync(file, `${oldCredentials[role].password}\n`);
  return file;
}

export const asAdministrator = (): readonly string[] => [
  ...['--user', oldCredentials.administrator.user],
  ...['--password-file', passwordFile()],
];

export const importFrom = (placed: Placed, url: string, ...more: readonly string[]): Promise<Ran> =>
  run(['import', 'tec', url, ...quick, '--json', ...more], settingOf(placed));

export const importCommand = (placed: Placed, ...args: readonly string[]): Promise<Ran> =>
  run(['import', ...args], settingOf(placed));

export const reportOf = ({ stdout, stderr }: Ran) => {
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout).report;
};

/** Number of records by outcome, all resources together. */
export const sumOf = (ran: Ran): Readonly<Record<string, number>> => {
  const counts: Readonly<Record<string, Readonly<Record<string, number>>>> = reportOf(ran).counts;
  const sums: Record<string, number> = {};
  for (const byOutcome of Object.values(counts))
    for (const [outcome, count] of Object.entries(byOutcome)) sums[outcome] = (sums[outcome] ?? 0) + count;
  return sums;
};
