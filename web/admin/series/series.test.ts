import { beforeEach, describe, expect, test } from 'vitest';
import { loadLanguage } from '../i18n/texts';
import { changeText, effectText } from './effect';
import { countOf, endedBefore, movedRest, restFrom } from './rest';
import { originalStartOf } from './series';

beforeEach(() => loadLanguage('en'));

const none = { kept: [], moved: [], added: [], removed: [], stayed: [] };

describe('the effect of a change', () => {
  test.each([
    [{ ...none, kept: [1, 2] }, '2 dates change'],
    [{ ...none, kept: [1] }, '1 date changes'],
    [{ ...none, kept: [1], removed: [2, 3] }, '2 dates removed'],
    [{ ...none, moved: [{ id: 1, from: 'a', to: 'b' }] }, '1 date moves'],
    [
      {
        kept: [],
        moved: [
          { id: 1, from: 'a', to: 'b' },
          { id: 2, from: 'a', to: 'b' },
        ],
        added: ['c'],
        removed: [3],
        stayed: [4],
      },
      '2 dates move, 1 date removed, 1 date added, 1 changed date stays',
    ],
  ])('%j is “%s”', (effect, text) => expect(effectText(effect)).toBe(text));

  test('on texts alone is counted', () => {
    expect([changeText(1), changeText(12)]).toEqual(['1 date changes', '12 dates change']);
  });
});

test('a date has the wall-clock time that the rule gave', () => {
  expect(originalStartOf({ id: 2, original_start: '2027-05-13T19:00:00+02:00' })).toBe('2027-05-13 19:00:00');
  expect(originalStartOf({ id: 2, start_date: '2027-05-13 19:00:00' })).toBe('2027-05-13 19:00:00');
});

describe('a recurrence from one of its dates on', () => {
  const at = '2027-05-27 19:00:00';
  const recurrence = {
    rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=10',
    dates: [{ start: '2027-05-01 10:00:00' }, { start: '2027-06-01 10:00:00' }],
    except: ['2027-05-20', '2027-05-27', '2027-06-03 19:00:00'],
  };

  test('has the remaining count, extra dates and exceptions', () => {
    expect(restFrom(recurrence, at, 2)).toEqual({
      rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=8',
      dates: [{ start: '2027-06-01 10:00:00' }],
      except: ['2027-05-27', '2027-06-03 19:00:00'],
    });
    const endless = { rule: 'FREQ=DAILY', dates: [], except: [] };
    expect(restFrom(endless, at, 0)).toEqual(endless);
  });

  test('counts the dates before it by a rule that ends one second earlier', () => {
    expect(countOf(recurrence.rule)).toBe(10);
    expect(countOf('FREQ=DAILY;UNTIL=20271231')).toBeUndefined();
    expect(endedBefore(recurrence.rule, at)).toBe('FREQ=WEEKLY;BYDAY=TH;UNTIL=20270527T185959');
    expect(endedBefore('FREQ=DAILY;UNTIL=20271231', at)).toBe('FREQ=DAILY;UNTIL=20270527T185959');
  });

  test('moves to another day with its exceptions', () => {
    expect(movedRest(restFrom(recurrence, at, 2), at, '2027-05-28 20:00:00')).toEqual({
      rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=8',
      dates: [{ start: '2027-06-01 10:00:00' }],
      except: ['2027-05-28', '2027-06-04 20:00:00'],
    });
    const custom = { ...recurrence, rule: 'FREQ=MONTHLY;BYMONTHDAY=1,27' };
    expect(movedRest(custom, at, '2027-05-28 19:00:00')).toBeUndefined();
    expect(movedRest({ ...custom, rule: 'FREQ=DAILY' }, at, '2027-05-28 19:00:00')).toBeUndefined();
    expect(movedRest({ ...custom, rule: '' }, at, '2027-05-28 19:00:00')?.rule).toBe('');
  });
});
