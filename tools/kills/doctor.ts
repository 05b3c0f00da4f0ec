// `doctor` on the data after the last kill.
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../src/core/finding.js';
import { runProcess } from '../../tests/harness/program.js';

type Settings = Readonly<Record<string, string>> & { readonly ALMANAC_DATA: string };

/** An upload that was killed leaves files, which `doctor --repair` removes once they are an hour old. */
const killedUploads = 'files belong to media';

function makeOld(folder: string): void {
  if (!existsSync(folder)) return;
  const old = Date.now() / 1_000 - 7_200;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), old, old);
}

async function faultsOf(settings: Settings, ...options: readonly string[]): Promise<readonly Finding[]> {
  const { stdout, stderr } = await runProcess(['doctor', '--json', ...options], {
    data: settings.ALMANAC_DATA,
    environment: settings,
  });
  if (stdout === '') throw new Error(`doctor printed nothing: ${stderr}`);
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly Finding[] };
  return checks.filter(({ faults, mended }) => faults.length > 0 || mended);
}

const shown = ({ check, faults }: Finding): string => `doctor: ${check}: ${faults.join('; ')}`;

/** The faults that doctor finds, except for files of uploads that were killed, which it must repair. */
export async function checkWithDoctor(settings: Settings): Promise<readonly string[]> {
  makeOld(join(settings.ALMANAC_DATA, 'media'));
  const first = await faultsOf(settings);
  const others = first.filter(({ check }) => check !== killedUploads);
  if (others.length === first.length) return others.map(shown);
  const repaired = await faultsOf(settings, '--repair');
  const [files] = repaired.filter(({ check }) => check === killedUploads);
  console.log(`doctor --repair removed files of killed uploads, such as ${files?.mended?.[0]}`);
  return [...others, ...(await faultsOf(settings))].map(shown);
}
