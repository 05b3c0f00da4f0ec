// Sixteen writers of one embedded database, in a process of their own so that its disk can be slowed down.
import { join } from 'node:path';
import { openEmbedded } from '../../src/storage/engines/embedded/engine.js';
import { compareCommits } from '../measure/editing.js';

const file = join(process.env.ALMANAC_DATA ?? '', 'almanac.db');

process.on('message', ({ rounds, count }: { readonly rounds: number; readonly count: number }) => {
  compareCommits((options) => openEmbedded(file, options), rounds, count).then(
    (found) => process.send?.(found),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
