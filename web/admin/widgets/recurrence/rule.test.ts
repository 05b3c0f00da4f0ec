import { describe, expect, test } from 'vitest';
import { initialRule, monthDayKey, monthDaysOf, moveRule, readRule, writeRule } from './rule';

/** A Thursday, the second one of May. */
const start = '2027-05-13 19:00:00';

describe('rules that the controls can express', () => {
  test.each([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3;COUNT=10',
    'FREQ=DAILY;BYMONTH=6,7,8',
    'FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,7,9,10,11,12;BYDAY=TH',
    'FREQ=MONTHLY;BYMONTH=5;BYDAY=2TH',
    'FREQ=WEEKLY;BYDAY=TH',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20271231',
    'FREQ=MONTHLY;BYMONTHDAY=13',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=2TH;COUNT=5',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=13',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=5;BYDAY=2TH',
  ])('%s is read and written unchanged', (text) => {
    const rule = readRule(text, start);
    expect(rule && writeRule(rule, start)).toBe(text);
  });

  test.each([
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=TH'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=13'],
    ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=13'],
    ['rrule:freq=weekly; byday=th,mo;', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['FREQ=DAILY;INTERVAL=1;UNTIL=20271231T235959', 'FREQ=DAILY;UNTIL=20271231'],
    ['FREQ=DAILY;UNTIL=20271231T190000', 'FREQ=DAILY;UNTIL=20271231'],
  ])('%s is completed from the start to %s', (text, complete) => {
    const rule = readRule(text, start);
    expect(rule && writeRule(rule, start)).toBe(complete);
  });

  test.each([
    '',
    'every day',
    'FREQ=HOURLY',
    'FREQ=DAILY;BYMONTH=13',
    'FREQ=DAILY;BYMONTH=',
    'FREQ=DAILY;BYHOUR=10,15',
    'FREQ=WEEKLY;BYDAY=MO;WKST=SU',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYDAY=TH',
    'FREQ=MONTHLY;BYDAY=2TH;BYMONTHDAY=13',
    'FREQ=YEARLY;BYMONTHDAY=13',
    'FREQ=YEARLY;BYMONTH=5',
    'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=13',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=DAILY;COUNT=3;UNTIL=20271231',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=many',
    'FREQ=DAILY;UNTIL=20271231T180000Z',
    // Before the time of the start: the date on the last day would be lost.
    'FREQ=DAILY;UNTIL=20271231T180000',
    'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
  ])('“%s” is not one of them', (text) => expect(readRule(text, start)).toBeUndefined());

  test('need a start', () => expect(readRule('FREQ=DAILY', '')).toBeUndefined());
});

describe('the day of a start within its month', () => {
  const keys = (wall: string) => monthDaysOf(wall).map(monthDayKey);

  test.each([
    ['2027-05-13 19:00:00', ['13', '2TH']],
    ['2027-05-26 19:00:00', ['26', '4WE', '-1WE']],
    ['2027-05-31 19:00:00', ['31', '-1', '-1MO']],
    ['2028-02-29 19:00:00', ['29', '-1', '-1TU']],
    ['2027-12-01 00:00:00', ['1', '1WE']],
  ])('of %s is named in every way', (wall, expected) => expect(keys(wall)).toEqual(expected));
});

describe('a new rule', () => {
  test('is on the day of the start', () => {
    const texts = (['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const).map((frequency) =>
      writeRule(initialRule(frequency, start), start),
    );
    expect(texts).toEqual([
      'FREQ=DAILY',
      'FREQ=WEEKLY;BYDAY=TH',
      'FREQ=MONTHLY;BYMONTHDAY=13',
      'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=13',
    ]);
  });
});

describe('a start that moves to another day', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=TH', '2027-05-14 19:00:00', 'FREQ=WEEKLY;BYDAY=FR'],
    ['FREQ=WEEKLY', '2027-05-14 19:00:00', 'FREQ=WEEKLY;BYDAY=FR'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=9', '2027-05-15 10:00:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA;COUNT=9'],
    ['FREQ=WEEKLY;BYDAY=TU,TH', '2027-05-11 19:00:00', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['FREQ=WEEKLY;BYDAY=TH;UNTIL=20271231T190000', '2027-05-13 20:00:00', 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20271231T190000'],
    ['FREQ=DAILY;COUNT=4', '2027-06-01 19:00:00', 'FREQ=DAILY;COUNT=4'],
    ['FREQ=MONTHLY;BYMONTHDAY=13', '2027-05-14 19:00:00', 'FREQ=MONTHLY;BYMONTHDAY=14'],
    ['FREQ=MONTHLY;BYDAY=2TH', '2027-05-21 19:00:00', 'FREQ=MONTHLY;BYDAY=3FR'],
    ['FREQ=MONTHLY;BYDAY=2TH', '2027-05-31 19:00:00', 'FREQ=MONTHLY;BYDAY=-1MO'],
    ['FREQ=YEARLY', '2027-06-01 19:00:00', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1'],
  ])('%s → %s makes the rule %s', (text, to, moved) => expect(moveRule(text, start, to)).toBe(moved));

  test('adds the new month to a rule for some months', () => {
    expect(moveRule('FREQ=DAILY;BYMONTH=5,6', start, '2027-08-13 19:00:00')).toBe('FREQ=DAILY;BYMONTH=5,6,8');
    expect(moveRule('FREQ=DAILY;BYMONTH=5,6', start, '2027-06-13 19:00:00')).toBe('FREQ=DAILY;BYMONTH=5,6');
  });

  test('keeps counting from the end of the month where it can', () => {
    expect(moveRule('FREQ=MONTHLY;BYDAY=-1WE', '2027-05-26 19:00:00', '2027-05-27 19:00:00')).toBe(
      'FREQ=MONTHLY;BYDAY=-1TH',
    );
  });

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=1,13', '2027-05-14 19:00:00'],
    ['FREQ=WEEKLY;BYDAY=TH', ''],
  ])('has no rule of its own for %s → “%s”', (text, to) => expect(moveRule(text, start, to)).toBeUndefined());
});
