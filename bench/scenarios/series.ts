// Recurring events: dates of series against single events with the same dates and texts, and changes of a whole series.

import { compareDisk } from '../series/disk.js';
import { compareEarlier } from '../series/earlier.js';
import { compareExpansion } from '../series/expansion.js';
import { compareLists } from '../series/lists.js';
import { compareWrites } from '../series/writes.js';
import { defaultSize, type Scenario } from './scenario.js';

export const series: Scenario = {
  name: 'series',
  about:
    'Dates of series against single events with the same dates and texts, and changes of a whole series against changes of one event',
  run: async (bench) => {
    await compareExpansion(bench);
    for (const engine of bench.engines) {
      for (const events of bench.sizes) {
        await compareDisk(bench, engine, events);
        await compareLists(bench, engine, events);
      }
      if (bench.before) await compareEarlier(bench, engine, defaultSize(bench), bench.before);
      await compareWrites(bench, await bench.fixture(engine, defaultSize(bench), 'series'));
    }
  },
};
