// Publishes scheduled records within seconds of their date, or at startup if the service was down at that time.
import { writesOf } from '../operations/write.js';
import { type DueWork, eachDue, nextDue } from './due.js';
import type { Job } from './job.js';

const publishing: DueWork = {
  due: (model) => model.due?.publish,
  moment: (now) => now,
  // An update without values: `settle` changes the status because the date has passed.
  perform: (context, model, stored) => writesOf(model).update(context, model, stored, {}),
};

export const publishJob: Job = {
  name: 'publish',
  intervalSeconds: 3,
  run: async (context) => {
    await eachDue(context, publishing);
    return nextDue(context, publishing);
  },
};
