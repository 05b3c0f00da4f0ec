import { expect, test } from 'vitest';
import type { EventRow } from '../../models/event/columns.js';
import { scheduleOf } from './schedule.js';

const scheduled = (rule: string, given: Partial<EventRow> = {}, skipped: readonly string[] = []) => {
  const recurrence = { start: '2027-03-02 19:00:00', rule, dates: [], except: [] };
  const row = { end_date: '2027-03-02 21:30:00', timezone: 'Europe/Paris', all_day: false, recurrence, ...given };
  return scheduleOf(row as EventRow, skipped);
};

test.each([
  ['FREQ=DAILY;INTERVAL=3', { repeatFrequency: 'P3D' }],
  ['FREQ=WEEKLY', { repeatFrequency: 'P1W', byDay: ['https://schema.org/Tuesday'] }],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
    { repeatFrequency: 'P2W', byDay: ['https://schema.org/Tuesday', 'https://schema.org/Thursday'] },
  ],
  ['FREQ=MONTHLY', { repeatFrequency: 'P1M', byMonthDay: [2] }],
  ['FREQ=MONTHLY;BYDAY=1TU,-1FR', { repeatFrequency: 'P1M', byDay: ['1TU', '-1FR'] }],
  ['FREQ=YEARLY', { repeatFrequency: 'P1Y', byMonth: [3], byMonthDay: [2] }],
  ['FREQ=WEEKLY;COUNT=4', { repeatFrequency: 'P1W', byDay: ['https://schema.org/Tuesday'], repeatCount: 4 }],
  ['FREQ=DAILY;UNTIL=20270401', { repeatFrequency: 'P1D', endDate: '2027-04-01' }],
])('%s is a Schedule', (rule, parts) => {
  expect(scheduled(rule)).toEqual({
    '@type': 'Schedule',
    ...parts,
    startDate: '2027-03-02',
    startTime: '19:00:00',
    endTime: '21:30:00',
    duration: 'PT150M',
    scheduleTimezone: 'Europe/Paris',
  });
});

test.each([
  '',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=YEARLY;BYWEEKNO=9',
  'FREQ=YEARLY;BYYEARDAY=61',
  'FREQ=DAILY;BYHOUR=15,19',
  'FREQ=DAILY;BYMINUTE=0,30',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
  'FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD;BYMONTHDAY=31',
])('%j cannot be expressed as a Schedule', (rule) => {
  expect(scheduled(rule)).toBeUndefined();
});

test('all-day dates have no times, and their exceptions are days', () => {
  const recurrence = { start: '2027-03-02 00:00:00', rule: 'FREQ=WEEKLY', dates: [], except: ['2027-03-09'] };
  const given = { end_date: '2027-03-03 23:59:59', all_day: true, recurrence };
  expect(scheduled('', given, ['2027-03-16 00:00:00'])).toEqual({
    '@type': 'Schedule',
    repeatFrequency: 'P1W',
    byDay: ['https://schema.org/Tuesday'],
    startDate: '2027-03-02',
    duration: 'P2D',
    scheduleTimezone: 'Europe/Paris',
    exceptDate: ['2027-03-09', '2027-03-16'],
  });
});

test('exceptions with a time have the offset of their day', () => {
  const recurrence = { start: '2027-03-02 19:00:00', rule: 'FREQ=WEEKLY', dates: [], except: ['2027-03-30 19:00:00'] };
  expect(scheduled('', { recurrence }, ['2027-03-09 19:00:00'])).toMatchObject({
    exceptDate: ['2027-03-09T19:00:00+01:00', '2027-03-30T19:00:00+02:00'],
  });
});
