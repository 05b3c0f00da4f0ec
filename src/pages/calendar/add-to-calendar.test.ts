import { describe, expect, test } from 'vitest';
import { type CalendarForm, googleUrl, outlookUrl } from './add-to-calendar.js';

const timed: CalendarForm = {
  title: 'Fair & “Feast” #1',
  all_day: false,
  start_date: '2027-10-09 10:00:00',
  end_date: '2027-10-09 18:00:00',
  utc_start_date: '2027-10-09 08:00:00',
  utc_end_date: '2027-10-09 16:00:00',
  timezone: 'Europe/Paris',
  details: 'Line one\nline two',
  location: 'Town Barn, 1 Mill Rd',
};
const allDay: CalendarForm = { ...timed, all_day: true, end_date: '2027-10-31 23:59:59' };
const outlook = 'outlook.live.com';

const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('the links that add an event to an online calendar', () => {
  test('have instants, and for Google the time zone of the event', () => {
    expect(parametersOf(googleUrl(timed))).toEqual({
      action: 'TEMPLATE',
      text: timed.title,
      dates: '20271009T080000Z/20271009T160000Z',
      ctz: 'Europe/Paris',
      details: timed.details,
      location: timed.location,
    });
    expect(parametersOf(outlookUrl(outlook, timed))).toEqual({
      rru: 'addevent',
      subject: timed.title,
      startdt: '2027-10-09T08:00:00Z',
      enddt: '2027-10-09T16:00:00Z',
      body: timed.details,
      location: timed.location,
    });
  });

  test('end an all-day event on the day after its last one', () => {
    expect(parametersOf(googleUrl(allDay))).toMatchObject({ dates: '20271009/20271101' });
    expect(parametersOf(googleUrl(allDay))).not.toHaveProperty('ctz');
    const parameters = parametersOf(outlookUrl(outlook, allDay));
    expect(parameters).toMatchObject({ startdt: '2027-10-09', enddt: '2027-11-01', allday: 'true' });
  });

  test('name no zone that only has an offset', () => {
    expect(parametersOf(googleUrl({ ...timed, timezone: 'UTC+5:30' }))).not.toHaveProperty('ctz');
  });

  test('leave empty values out', () => {
    const parameters = parametersOf(googleUrl({ ...timed, details: '', location: '' }));
    expect(Object.keys(parameters)).toEqual(['action', 'text', 'dates', 'ctz']);
  });

  test('write spaces as %20, because Outlook shows a plus sign as it is', () => {
    expect(outlookUrl(outlook, timed)).toContain('subject=Fair%20%26%20');
    expect(outlookUrl(outlook, timed)).not.toContain('+');
  });

  test.each(['a', 'é', '漢', '🎉'])('stay short with long texts of %s, and cut between characters', (character) => {
    const long = character.repeat(100_000);
    const form = { ...timed, title: long, details: long, location: long };
    for (const url of [googleUrl(form), outlookUrl(outlook, form)]) {
      expect(url.length).toBeLessThan(5_000);
      expect(new URL(url).searchParams.get('location')).toMatch(/^.+…$/u);
      expect(decodeURIComponent(url)).not.toContain('\uFFFD');
    }
  });
});
