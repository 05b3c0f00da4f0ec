import { checkDeviations, events, wp } from '../../../tests/harness/deviations.js';
import { dateDeviations } from './dates.js';

const times = { start_date: '2027-07-01 19:00:00', timezone: 'Europe/Paris' };
const right = { ...times, utc_start_date: '2027-07-01 17:00:00' };
const wrong = { ...times, utc_start_date: '2027-07-01 18:00:00' };
const inMeta = (hour: string) => ({
  _EventStartDate: '2027-07-01 19:00:00',
  _EventTimezone: 'Europe/Paris',
  _EventStartDateUTC: `2027-07-01 ${hour}:00:00`,
});

checkDeviations(dateDeviations, {
  'utc-from-local-time': {
    known: [
      { old: wrong, new: right },
      { path: `${wp}/tribe_events/1`, old: { meta: inMeta('18') }, new: { meta: inMeta('17') } },
      { old: { ...times, start: '2027-07-01T18:00:00+00:00' }, new: { ...times, start: '2027-07-01T19:00:00+02:00' } },
      {
        path: events,
        old: { events: [{ id: 1 }, { id: 2, ...wrong, utc_start_date_details: { hour: '18' } }] },
        new: { events: [{ id: 1 }, { id: 2, ...right, utc_start_date_details: { hour: '17' } }] },
      },
      {
        old: { ...times, json_ld: { startDate: '2027-07-01T20:00:00+02:00' } },
        new: { ...times, json_ld: { startDate: '2027-07-01T19:00:00+02:00' } },
      },
    ],
    faults: [
      {
        old: { ...times, json_ld: { startDate: '2027-07-01T19:00:00+02:00' } },
        new: { ...times, json_ld: { startDate: '2027-07-01T20:00:00+02:00' } },
      },
      { old: right, new: wrong },
      { path: `${wp}/tribe_events/1`, old: { meta: inMeta('17') }, new: { meta: inMeta('18') } },
      {
        path: `${wp}/tribe_events/1`,
        old: { meta: { ...inMeta('18'), _EventTimezone: 'UTC' } },
        new: { meta: inMeta('17') },
      },
      { old: { ...wrong, timezone: 'UTC' }, new: right },
      { old: { ...times, start: '2027-07-01T19:00:00+02:00' }, new: { ...times, start: '2027-07-01T19:00:00+01:00' } },
      {
        old: { ...right, utc_start_date_details: { hour: '17' } },
        new: { ...right, utc_start_date_details: { hour: '18' } },
      },
    ],
  },
  'time-zone-abbreviation': {
    known: [{ old: { ...right, timezone_abbr: 'CET' }, new: { ...right, timezone_abbr: 'CEST' } }],
    faults: [{ old: { ...right, timezone_abbr: 'CEST' }, new: { ...right, timezone_abbr: 'CET' } }],
  },
});
