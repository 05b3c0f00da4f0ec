// Permanently deletes records that have been in the trash for the configured number of days.
import { plusSeconds } from '../core/time/clock.js';
import { writesOf } from '../operations/write.js';
import { eachDue } from './due.js';
import type { Job } from './job.js';

const day = 24 * 3_600;

export const trashJob = (days: number): Job => ({
  name: 'trash',
  intervalSeconds: 600,
  run: (context) =>
    eachDue(context, {
      due: (model) => model.due?.erase,
      moment: (now) => plusSeconds(now, -days * day),
      perform: (context, model, stored) => writesOf(model).erase(context, model, stored),
    }),
});
