// Publishes what was scheduled, within seconds of its time, or with the start when the service was down at that time.
import { writesOf } from '../operations/write.js';
import { eachDue } from './due.js';
import type { Job } from './job.js';

export const publishJob: Job = {
  name: 'publish',
  intervalSeconds: 3,
  run: (context) =>
    eachDue(context, {
      due: (model) => model.due?.publish,
      moment: (now) => now,
      // A change of nothing: the rules themselves see that the date has passed.
      perform: (writing, model, stored) => writesOf(model).update(writing, model, stored, {}),
    }),
};
