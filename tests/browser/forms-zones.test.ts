// Date fields hold the event's wall clock, whatever the time zone of the browser. Near midnight a value that went through
// the browser's own zone would show another day.
import { describe, expect, test } from 'vitest';
import { enterMoment, entry, save, useForms } from './forms-harness.js';

const { world, enter } = useForms();

describe.each(['Asia/Tokyo', 'America/Los_Angeles'])('in a browser in %s', (timezoneId) => {
  const open = (path: string) => enter('editor', path, { timezoneId });
  type Page = Awaited<ReturnType<typeof open>>;

  const shown = async (page: Page, name: string) => [
    await entry(page, name).locator('input[type=date]').inputValue(),
    await entry(page, name).locator('input[type=time]').inputValue(),
  ];

  test('a form shows and saves the event’s own date and time on both sides of midnight', async () => {
    const span = { start_date: '2027-10-09 23:45:00', end_date: '2027-10-10 00:15:00' };
    const { id } = await world.event({ title: 'Night Watch', timezone: 'Europe/Paris', ...span });
    const page = await open(`/events/${id}`);
    await page.getByLabel('Title').waitFor();
    expect(await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe(timezoneId);
    expect(await shown(page, 'start_date')).toEqual(['2027-10-09', '23:45']);
    expect(await shown(page, 'end_date')).toEqual(['2027-10-10', '00:15']);

    await page.getByLabel('Title').fill('Long Night Watch');
    await save(page, 'Update');
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Long Night Watch', ...span });

    await enterMoment(page, 'start_date', '2027-12-31', '23:30');
    expect(await shown(page, 'end_date')).toEqual(['2028-01-01', '00:00']);
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect
      .poll(() => world.get(`/events/${id}`))
      .toMatchObject({
        start_date: '2027-12-31 23:30:00',
        end_date: '2028-01-01 00:00:00',
        utc_start_date: '2027-12-31 22:30:00',
      });
    await page.goto(`${world.address}/admin/events?tab=all&q=Watch`);
    await page.locator('td', { hasText: 'Dec 31, 2027' }).first().waitFor();
  });

  test('a form shows and saves the same days of an all-day event', async () => {
    const { id } = await world.event({
      title: 'Open Days',
      all_day: true,
      start_date: '2027-08-01',
      end_date: '2027-08-02',
    });
    const page = await open(`/events/${id}`);
    const days = page.locator('[data-field=start_date] input, [data-field=end_date] input');
    await days.nth(1).waitFor();
    expect([await days.nth(0).inputValue(), await days.nth(1).inputValue()]).toEqual(['2027-08-01', '2027-08-02']);
    await enterMoment(page, 'end_date', '2027-08-03');
    await save(page, 'Update');
    expect(await world.get(`/events/${id}`)).toMatchObject({
      start_date: '2027-08-01 00:00:00',
      end_date: '2027-08-03 23:59:59',
    });
  });

  test('a new event and a schedule start at the next full hour of the site', async () => {
    const page = await open('/events');
    await page.clock.setFixedTime('2027-07-01T03:50:00Z');
    await page.getByRole('link', { name: 'New event' }).first().click();
    await page.getByLabel('Title').waitFor();
    // 23:50 on the 30th of June in New York.
    expect(await shown(page, 'start_date')).toEqual(['2027-07-01', '00:00']);
    expect(await shown(page, 'end_date')).toEqual(['2027-07-01', '01:00']);
    await page.getByRole('button', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    expect(await dialog.locator('input[type=date]').inputValue()).toBe('2027-07-02');
    expect(await dialog.locator('input[type=time]').inputValue()).toBe('00:00');
  });
});
