// docs/operations.md shows the files of deploy/cluster word for word: those that `npm run chaos -- --cluster` runs.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.js';

const folder = new URL('../deploy/cluster/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const operations = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
const blocks = [...operations.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, text]) => text);

test.each(readdirSync(folder))('%s is in the documentation as it is', (name) => {
  expect(operations).toContain(`\`${name}\``);
  expect(blocks).toContain(read(name));
});

test.each(['almanac.env', 'almanac-pgbouncer.env'])('%s has settings that a node accepts', (name) => {
  const settings = Object.fromEntries(
    [...read(name).matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
  const { databaseReplicas, databasePooler } = readConfig(settings);
  expect([databaseReplicas.length, databasePooler]).toEqual([3, name.includes('pgbouncer')]);
});
