import { beforeEach, describe, expect, test } from 'vitest';
import { showMonth } from '../../api/moment';
import { loadLanguage } from '../../i18n/texts';
import { texts } from './texts';
import { readRecurrence, withDate, withException } from './value';

describe('the value of a recurrence field', () => {
  test.each([
    ['', undefined],
    [undefined, undefined],
    ['FREQ=DAILY', { rule: 'FREQ=DAILY', dates: [], except: [] }],
    [{ rule: 'FREQ=DAILY' }, { rule: 'FREQ=DAILY', dates: [], except: [] }],
    [
      { rule: '', dates: ['2027-05-01 10:00:00', { start: '2027-05-02 10:00:00', end: '2027-05-02 12:00:00' }, 5] },
      {
        rule: '',
        dates: [{ start: '2027-05-01 10:00:00' }, { start: '2027-05-02 10:00:00', end: '2027-05-02 12:00:00' }],
        except: [],
      },
    ],
    [{ except: ['2027-12-23', 5] }, { rule: '', dates: [], except: ['2027-12-23'] }],
  ])('%j is read as %j', (value, expected) => expect(readRecurrence(value)).toEqual(expected));

  test('holds each extra date and each exception once, in order', () => {
    const one = withDate([{ start: '2027-05-02 10:00:00' }], '2027-05-01 10:00:00');
    expect(withDate(one, '2027-05-02 10:00:00')).toEqual([
      { start: '2027-05-01 10:00:00' },
      { start: '2027-05-02 10:00:00' },
    ]);
    expect(withException(['2027-05-02', '2027-05-09'], '2027-05-02')).toEqual(['2027-05-02', '2027-05-09']);
    expect(withException(['2027-05-09'], '2027-05-02')).toEqual(['2027-05-02', '2027-05-09']);
  });
});

describe('words of the choices', () => {
  beforeEach(() => loadLanguage('en'));
  const monthOf = (frequency: 'MONTHLY' | 'YEARLY') =>
    frequency === 'YEARLY' ? showMonth('2027-05-13 19:00:00') : undefined;

  test.each([
    [{ day: 13 }, 'MONTHLY', 'day 13'],
    [{ day: -1 }, 'MONTHLY', 'the last day'],
    [{ nth: 2, weekday: 'TH' }, 'MONTHLY', 'the second Thursday'],
    [{ nth: -1, weekday: 'TH' }, 'MONTHLY', 'the last Thursday'],
    [{ day: 13 }, 'YEARLY', '13 May'],
    [{ nth: 2, weekday: 'TH' }, 'YEARLY', 'the second Thursday of May'],
    [{ nth: -3, weekday: 'FR' }, 'MONTHLY', 'the third last Friday'],
  ] as const)('%j of a %s rule is “%s”', (on, frequency, text) =>
    expect(texts().monthDay(on, monthOf(frequency))).toBe(text),
  );

  test.each([
    [{ day: 13 }, 'MONTHLY', '13 du mois'],
    [{ day: -1 }, 'MONTHLY', 'dernier jour du mois'],
    [{ nth: 2, weekday: 'TH' }, 'YEARLY', 'deuxième jeudi de mai'],
    [{ nth: -2, weekday: 'FR' }, 'MONTHLY', 'avant-dernier vendredi du mois'],
  ] as const)('%j of a %s rule is “%s” in French', async (on, frequency, text) => {
    await loadLanguage('fr');
    expect(texts().monthDay(on, monthOf(frequency))).toBe(text);
  });

  test('name the unit of an interval', () => {
    const { unit } = texts();
    expect([unit('WEEKLY', 1), unit('WEEKLY', 2), unit('DAILY', 3)]).toEqual(['week', 'weeks', 'days']);
  });
});
