// Opens the store for one command and closes it afterwards. An upgrade of the database is reported: an older version cannot open it
// any more.
import { openDatabase } from '../app.js';
import { type Config, readConfig } from '../config.js';
import type { Store } from '../core/store.js';
import type { Migrated } from '../storage/migrate.js';
import type { Terminal } from './terminal.js';

function reportUpgrade({ info }: Terminal, { from, names }: Migrated): void {
  if (from === 0 || names.length === 0) return;
  info(`Upgraded the database from schema version ${from} to ${from + names.length}: ${names.join(', ')}.`);
}

export async function withStore<Result>(
  terminal: Terminal,
  work: (store: Store, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(terminal.environment);
  const store = await openDatabase(config, undefined, (migrated) => reportUpgrade(terminal, migrated));
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}
