import { describe, expect, test, vi } from 'vitest';
import { urlFromInput } from './html/link-url';
import { isSafeLink, keptAttributes } from './html/markup';
import { between, clockIn, isWall, joinWall, nextHour, plus, splitWall } from './wall-clock';
import { matchingZones, offsetOf } from './zones';

describe('wall-clock values', () => {
  test('are split into date and time and joined again', () => {
    expect(splitWall('2027-10-09 10:00:00')).toEqual({ date: '2027-10-09', time: '10:00' });
    expect(splitWall('2027-10-09T10:00:30')).toEqual({ date: '2027-10-09', time: '10:00:30' });
    expect(splitWall(undefined)).toEqual({ date: '', time: '' });
    expect(joinWall({ date: '2027-10-09', time: '10:30' })).toBe('2027-10-09 10:30:00');
    expect(joinWall({ date: '2027-10-09', time: '' })).toBe('2027-10-09 00:00:00');
    expect(joinWall({ date: '', time: '10:30' })).toBe('');
  });

  test('are added to without daylight-saving changes', () => {
    expect(plus('2027-03-28 01:30:00', 3_600)).toBe('2027-03-28 02:30:00');
    expect(plus('2028-02-28 23:59:59', 1)).toBe('2028-02-29 00:00:00');
    expect(plus('0050-01-01 00:00:00', 86_400)).toBe('0050-01-02 00:00:00');
    expect(between('2027-10-31 01:00:00', '2027-10-31 04:00:00')).toBe(3 * 3_600);
    expect([isWall('2027-10-09 10:00:00'), isWall('2027-10-09'), isWall(5)]).toEqual([true, false, false]);
  });

  test('are those of a time zone at an instant', () => {
    const now = new Date('2027-10-31T00:30:00Z');
    expect(clockIn('Europe/Paris', now)).toBe('2027-10-31 02:30:00');
    expect(clockIn('UTC+5:30', now)).toBe('2027-10-31 00:30:00');
    expect(nextHour('America/New_York', now)).toBe('2027-10-30 21:00:00');
    expect(nextHour('UTC', new Date('2027-10-31T00:00:00Z'))).toBe('2027-10-31 00:00:00');
  });

  test('has the whole year in browsers whose short dates have two digits of it', () => {
    const { DateTimeFormat } = Intl;
    const short = { year: '2-digit', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    const stub = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, given) {
      return new DateTimeFormat(locale, given?.dateStyle ? { timeZone: given.timeZone ?? 'UTC', ...short } : given);
    } as typeof DateTimeFormat);
    expect(clockIn('Europe/Paris', new Date('2027-10-31T00:30:00Z'))).toBe('2027-10-31 02:30:00');
    stub.mockRestore();
  });
});

describe('time zones', () => {
  test('are found by any part of their names', () => {
    expect(matchingZones('paris')).toEqual(['Europe/Paris']);
    expect(matchingZones('new york')[0]).toBe('America/New_York');
    expect(matchingZones('atlantis')).toEqual([]);
  });

  test.each([
    ['par', 'Europe/Paris'],
    ['lon', 'Europe/London'],
    ['new', 'America/New_York'],
    ['york', 'America/New_York'],
    ['chi', 'America/Chicago'],
    ['am', 'Europe/Amsterdam'],
    ['longy', 'Arctic/Longyearbyen'],
    ['param', 'America/Paramaribo'],
    ['europe/be', 'Europe/Berlin'],
    ['utc', 'UTC'],
  ])('for “%s” list %s first', (typed, first) => expect(matchingZones(typed)[0]).toBe(first));

  test('are all listed in order before anything is typed', () => {
    expect(matchingZones('', ['UTC', 'Africa/Abidjan', 'Europe/Paris'])).toEqual([
      'UTC',
      'Africa/Abidjan',
      'Europe/Paris',
    ]);
  });

  test('have the UTC offset of the given day', () => {
    expect(offsetOf('Europe/Paris', '2027-07-01 10:00:00')).toBe('UTC+02:00');
    expect(offsetOf('Europe/Paris', '2027-12-01 10:00:00')).toBe('UTC+01:00');
    expect(offsetOf('UTC', undefined)).toBe('UTC+00:00');
    expect(offsetOf('Nowhere', undefined)).toBe('');
  });
});

describe('links', () => {
  test.each([
    ['example.org/a', 'https://example.org/a'],
    ['hello@example.org', 'mailto:hello@example.org'],
    ['/event/fair/', '/event/fair/'],
    ['http://example.org', 'http://example.org'],
    ['', ''],
  ])('%s is completed to %s', (typed, address) => expect(urlFromInput(typed)).toBe(address));

  test.each(['javascript:alert(1)', 'java\nscript:alert(1)', ' data:text/html,x', 'vbscript:x', ''])(
    'reject %j',
    (address) => expect(isSafeLink(address)).toBe(false),
  );

  test('with a target get rel=noopener and keep allowed attributes only', () => {
    expect(keptAttributes('a', { href: ' /x ', target: '_BLANK', rel: 'me evil', class: 'x', onclick: 'x' })).toEqual({
      href: '/x',
      target: '_blank',
      rel: 'me noopener noreferrer',
    });
  });
});
