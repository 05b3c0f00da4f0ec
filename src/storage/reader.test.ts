import { expect, test } from 'vitest';
import { all, type Condition, is, matching, mentioningAny, not } from '../core/condition.js';
import { event } from '../models/event/event.js';
import { registry } from '../models/registry.js';
import type { Connection, Engine } from './engine.js';
import { embeddedDialect } from './engines/embedded/dialect.js';
import { readerOver } from './reader.js';

/** Whether the rows of the list are read in the background. */
async function isReadInBackground(where: Condition, expected: number): Promise<boolean> {
  const ran: string[] = [];
  const note = (where: string) => async () => {
    ran.push(where);
    return [];
  };
  const connection: Connection = { all: note('here'), allInBackground: note('background'), run: async () => 0 };
  const reader = readerOver(connection, { dialect: embeddedDialect } as Engine, registry);
  await reader.list({ table: event, where, order: [{ column: 'start_date' }], limit: 10, expected });
  expect(ran).toHaveLength(1);
  return ran[0] === 'background';
}

const published = is('status', 'publish');

test.each([
  ['few rows by their columns', published, 2_000, false],
  ['many rows', published, 2_001, true],
  ['rows with a word', all(published, matching(['no'])), 1, true],
  ['rows without some words', all(published, not(mentioningAny(['no'], []))), 1, true],
])('%s', async (_, where, expected, isBackground) => {
  expect(await isReadInBackground(where, expected)).toBe(isBackground);
});
