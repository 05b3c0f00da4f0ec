// The check that runs with `npm run check`: it finds every way to leave a rejection unhandled, and nothing else.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPromises } from '../tools/check-promises.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-promises-')));
afterAll(() => rmSync(folder, { recursive: true }));

const source = `
declare const work: () => Promise<number>;
declare const maybe: (() => Promise<void>) | undefined;
declare const later: (run: () => void) => void;
declare const waits: (run: () => Promise<void>) => void;
declare const events: { on(name: string, run: (...values: any[]) => void): void };
declare const settings: { onDone: () => void };
const ignore = () => undefined;

work(); // found
void work(); // found
void work().then(ignore); // found
work().then(ignore); // found
work().finally(ignore); // found
work().catch(ignore).then(ignore); // found
maybe?.(); // found
void (1 > 0 && work()); // found
1 > 0 ? work() : work().catch(ignore); // found
[1].map(work); // found
[1].forEach(async () => {}); // found
later(async () => {}); // found
later(work); // found
later(() => work()); // found
later(() => void work()); // found
events.on('x', async () => {}); // found
settings.onDone = ignore;
const made: typeof settings = { onDone: async () => {} }; // found

await work();
void (await work());
work().catch(ignore);
void work().catch(ignore);
work().then(ignore, ignore);
work().catch(ignore).finally(ignore);
later(() => work().catch(ignore));
later(() => {
  work().then(ignore, ignore);
});
waits(async () => {});
const kept = work();
export const all = await Promise.all([kept, ...[1].map(work)]);
export { made };
`;

test('reports promises without a catch and no others', () => {
  writeFileSync(join(folder, 'source.ts'), source);
  const compilerOptions = { target: 'ES2023', module: 'ESNext', moduleResolution: 'bundler', strict: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['source.ts'] }));
  const wanted = source.split('\n').flatMap((line, at) => (line.endsWith('// found') ? [at + 1] : []));
  const found = findPromises([join(folder, 'tsconfig.json')], [folder]);
  expect([...new Set(found.map(({ line }) => line))].toSorted((a, b) => a - b)).toEqual(wanted);
});
