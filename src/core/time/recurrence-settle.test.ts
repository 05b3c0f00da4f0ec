// Fitting a recurrence to the start of its event.
import { describe, expect, it } from 'vitest';
import { Invalid } from '../problem.js';
import { fittingStart, recurrenceOf } from './recurrence-settle.js';

const timed = { zone: 'Europe/Paris', start: '2027-05-04 10:00:00', allDay: false };
const allDay = { zone: 'Europe/Paris', start: '2027-05-04 00:00:00', allDay: true };

describe('the recurrence of an all-day event', () => {
  it('has whole days only', () => {
    const input = {
      rule: 'FREQ=WEEKLY',
      dates: ['2027-06-01 12:00', '2027-06-01 14:00', { start: '2027-06-03', end: '2027-06-04 12:00' }],
      except: ['2027-05-11 10:00', '2027-05-11'],
    };
    expect(recurrenceOf(input, allDay)).toEqual({
      rule: 'FREQ=WEEKLY',
      dates: [{ start: '2027-06-01 00:00:00' }, { start: '2027-06-03 00:00:00', end: '2027-06-04 23:59:59' }],
      except: ['2027-05-11'],
    });
  });

  it('has no times of day', () => {
    const fault = new Invalid('An all-day event has no time of day. Remove BYHOUR and BYMINUTE.');
    for (const rule of ['FREQ=DAILY;BYHOUR=10', 'FREQ=DAILY;BYMINUTE=0']) {
      expect(() => recurrenceOf(rule, allDay)).toThrow(fault);
      expect(recurrenceOf(rule, timed)?.rule).toBe(rule);
    }
  });
});

describe('a start that does not fit', () => {
  const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=WE', dates: [], except: [] };

  it('is refused with the nearest date', () => {
    expect(() => fittingStart(recurrence, timed.start, false)).toThrow(
      new Invalid(
        'The start does not fit the recurrence. The nearest date is 2027-05-05 10:00:00. Use it, or send align=true.',
      ),
    );
  });

  it('moves to the nearest date on request, and a fitting one stays', () => {
    expect(fittingStart(recurrence, timed.start, true)).toBe('2027-05-05 10:00:00');
    expect(fittingStart(recurrence, '2027-05-05 10:00:00', false)).toBe('2027-05-05 10:00:00');
  });
});
