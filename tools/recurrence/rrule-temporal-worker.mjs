// Dates of recurrence rules by rrule-temporal, in a worker thread, because single rules can take it minutes.
import { parentPort } from 'node:worker_threads';
import { RRuleTemporal } from 'rrule-temporal';

const digits = (wall) => wall.replace(/[-:]/g, '').replace(' ', 'T');

function datesOf({ rule, start, to, limit }) {
  // An end is part of the rule, so that rules without a date end too.
  const end = rule.includes('COUNT=') ? '' : `;UNTIL=${digits(to)}Z`;
  const found = [];
  const dates = new RRuleTemporal({ rruleString: `DTSTART:${digits(start)}Z\nRRULE:${rule}${end}` });
  dates.all((date) => {
    const wall = date.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
    if (wall <= to) found.push(wall);
    return wall <= to && found.length < limit;
  });
  return found.slice(0, limit);
}

parentPort?.on('message', (cases) => {
  for (const one of cases) {
    try {
      parentPort?.postMessage(datesOf(one));
    } catch (error) {
      parentPort?.postMessage({ error: String(error) });
    }
  }
});
