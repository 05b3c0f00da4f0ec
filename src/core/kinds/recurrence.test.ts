// The input of a recurrence: checked as far as the time zone does not matter, and returned unchanged.
import { describe, expect, it } from 'vitest';
import type { Call } from '../call.js';
import { Invalid } from '../problem.js';
import { requiresExtension } from './extension.js';
import { isRecurring, recurrence } from './recurrence.js';

const call = { site: { recurrence: false } } as Call;

const thousand = Array.from({ length: 1_000 }, (_, n) => `${2_030 + n}-01-01 10:00:00`);

describe('the input of a recurrence', () => {
  it.each([
    ['FREQ=WEEKLY;COUNT=10'],
    [['RRULE:FREQ=WEEKLY;UNTIL=20271231T180000Z', 'EXDATE;TZID=Europe/Paris:20270511T100000']],
    [{ rule: 'FREQ=DAILY', dates: ['2027-05-01T10:00:00Z'], except: ['2027-12-23'] }],
    [{ dates: thousand.map((start) => ({ start, end: start })), except: thousand }],
    [''],
    [[]],
    [{}],
  ])('is returned as it is (%#)', (input) => {
    expect(recurrence.read(input, call)).toBe(input);
  });

  it.each([
    [12, 'A recurrence is a rule, a list of lines, or an object with rule, dates and except.'],
    [{ rule: 'FREQ=HOURLY' }, 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['x'.repeat(300_001), 'Must be 300000 characters or fewer.'],
    [Array.from({ length: 150_000 }, () => ''), 'Must be 300000 characters or fewer.'],
    ['FREQ=DAILY;\0', 'The rule has an unknown part: \0.'],
    [{ dates: [...thousand, '2027-05-01'] }, 'The recurrence has more than 1000 dates.'],
  ])('is refused with its fault (%#)', (input, message) => {
    expect(() => recurrence.read(input, call)).toThrow(new Invalid(message));
  });

  it('requires the extension, except for an empty one', () => {
    const kind = requiresExtension('recurrence', recurrence, isRecurring);
    expect(kind.read('', call)).toBe('');
    expect(() => kind.read('FREQ=DAILY', call)).toThrow(expect.objectContaining({ code: 'recurrence-not-active' }));
    expect(kind.input).toEqual({ widget: 'recurrence', needs: 'recurrence' });
  });
});
