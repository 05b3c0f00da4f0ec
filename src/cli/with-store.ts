// Opens the store for one command and closes it afterwards.
import { openDatabase } from '../app.js';
import { type Config, readConfig } from '../config.js';
import type { Store } from '../core/store.js';
import type { Terminal } from './terminal.js';

export async function withStore<Result>(
  { environment }: Terminal,
  work: (store: Store, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment);
  const store = await openDatabase(config);
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}
