// Erases what has been in the trash for its whole time.
import { plusSeconds } from '../core/time/clock.js';
import { operationsOf } from '../operations/perform.js';
import { eachDue } from './due.js';
import type { Job } from './job.js';

const day = 24 * 3_600;

export const trashJob = (days: number): Job => ({
  name: 'trash',
  every: 600,
  run: (desk) =>
    eachDue(desk, {
      due: (resource) => resource.due?.erase,
      moment: (now) => plusSeconds(now, -days * day),
      perform: (writing, resource, stored) => operationsOf(resource).erase(writing, resource, stored),
    }),
});
