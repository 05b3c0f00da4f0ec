import { describe, expect, test } from 'vitest';
import { feedTypes } from '../core/format.js';
import { feedFormatFor, feedFormatNamed, feedFormats } from './feeds.js';

describe('feed formats', () => {
  test('are found by the suffix of a URL', () => {
    for (const format of feedFormats) expect(feedFormatNamed(format.name)).toBe(format);
    expect(feedFormatNamed('xlsx')).toBeUndefined();
    expect(feedFormatNamed('constructor')).toBeUndefined();
  });

  test('are those of the documentation, with a content type of their media type', () => {
    expect(Object.fromEntries(feedFormats.map(({ name, mediaType }) => [name, mediaType]))).toEqual(feedTypes);
    for (const { mediaType, contentType } of feedFormats) expect(contentType.split(';')[0]).toBe(mediaType);
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['*/*', undefined],
    ['application/json', undefined],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined],
    ['application/pdf', undefined],
    ['text/*', undefined],
    ['text/calendar', 'ics'],
    ['TEXT/Calendar; charset=utf-8', 'ics'],
    ['application/jscalendar+json;type=group', 'jscalendar'],
    ['text/calendar, */*', 'ics'],
    ['*/*, text/calendar', 'ics'],
    ['text/calendar;q=0.5, */*', undefined],
    ['text/calendar, application/json', 'ics'],
    ['application/json, text/calendar', undefined],
    ['application/json;q=0.1, text/calendar;q=0.2', 'ics'],
    ['application/rss+xml;q=0.8, application/atom+xml', 'atom'],
    ['text/calendar;q=0', undefined],
    ['text/calendar;q=0, text/csv;q=0.1', 'csv'],
    ['text/calendar;q=2', undefined],
    ['text/calendar;q=', undefined],
    ['text/calendar;q', 'ics'],
    ['text/calendar; charset=utf-8; q = 0.5 , */*;q=0.4', 'ics'],
    ['text/calendar;q=0.5=1', undefined],
    [`text/calendar;q=x${' '.repeat(15_500)}x`, undefined],
    ['text/calendar;Q=0.001', 'ics'],
    [`${'a/b,'.repeat(20)}text/calendar`, undefined],
  ])('Accept %j selects %s', (accept, name) => {
    expect(feedFormatFor(accept)?.name).toBe(name);
  });
});
