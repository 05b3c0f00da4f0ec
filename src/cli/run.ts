import { now, openDatabase, startServer } from '../app.js';
import { addUser } from '../auth/accounts.js';
import { readConfig } from '../config.js';
import type { Role } from '../core/actor.js';

export async function run(argv: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const store = await openDatabase(config);
  if (argv[2] === 'serve') {
    const running = await startServer(config, store);
    console.log(running.url);
    process.on('SIGTERM', () => void running.stop().then(() => store.close()));
  } else if (argv[2] === 'users') {
    const name = argv[4] ?? '';
    const added = await addUser(store, { name, role: argv[6] as Role, now: now() });
    console.log(JSON.stringify({ user: name, password: added.password }));
    await store.close();
  }
}
