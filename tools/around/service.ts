// The service as a process of its own, which may fetch from loopback. Everything else is as in `almanac serve`.
import { openDatabase, startServer } from '../../src/app.js';
import { readConfig } from '../../src/config.js';

const config = readConfig(process.env);
const store = await openDatabase(config);
const running = await startServer(config, store, {}, { allow: (address) => address.startsWith('127.') });
running.jobs.start();
console.log(`ready at ${running.listening}/`);

const stop = async (): Promise<void> => {
  await running.stop();
  await store.close();
  process.exit(0);
};
const stopOnce = () => {
  stop().catch(() => process.exit(1));
};
process.once('SIGTERM', stopOnce);
// It ends with the process that started it.
process.stdin.once('end', stopOnce).resume();
