// Cancelled, postponed and online events in a real browser: labels on every view of the website and in the console.
import { describe, expect, test } from 'vitest';
import { expectAccessible, type Visit } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { word } from '../harness/world.js';
import { eventNamed } from './calendar-harness.js';

const { enter, open, world } = useConsole(engines[0] as TestEngine, { ALMANAC_LANGUAGES: 'en,fr' });

const cancelled = { event_status: 'cancelled', event_status_note: 'The hall is flooded' };
const online = { attendance: 'online', online_url: 'https://meet.example/choir' };

const visit = async (path: string): Promise<Visit> => open(`/..${path}`);

describe('on the website', () => {
  test('a cancelled title is struck through, with its label in words, in every view', async () => {
    const title = word('Concert ');
    const { slug } = await world.event({ title, ...cancelled, featured: true });
    const views = [
      '/calendar/list',
      '/calendar/month/2027-07',
      '/calendar/week/2027-07-01',
      '/calendar/day/2027-07-01',
      '/calendar/places',
      '/embed',
      '/embed?view=month&date=2027-07-01',
      `/event/${slug}/`,
    ];
    for (const path of views) {
      const page = await visit(path);
      await page.locator('s').filter({ hasText: title }).first().waitFor();
      const labels = await page.evaluate(
        `[...document.querySelectorAll('s')].map((one) => one.closest('li, header').textContent)`,
      );
      expect(labels, path).not.toEqual([]);
      for (const label of labels as readonly string[]) expect(label, path).toContain('Cancelled');
      await expectAccessible(page);
      await page.close();
    }
    const page = await visit(`/event/${slug}/?lang=fr`);
    expect(await page.locator('.record-signs').innerText()).toContain('Annulé');
    expect(await page.locator('.state-note').innerText()).toBe(cancelled.event_status_note);
  });

  test.each(['/calendar/month/2027-07', '/calendar/week/2027-07-01', '/embed?view=month&date=2027-07-01'])(
    'whether an event takes place is visible in %s',
    async (path) => {
      const postponed = await world.event({ title: word('Lecture '), event_status: 'postponed' });
      for (const width of [1280, 390]) {
        const page = await visit(path);
        await page.setViewportSize({ width, height: 844 });
        const title = page.locator('.bit-title:visible, .block-title:visible').filter({ hasText: postponed.title });
        const label = title.first().getByText('Postponed:');
        expect((await label.boundingBox())?.width).toBeGreaterThan(20);
        await page.close();
      }
    },
  );

  test('an online event has a label and a link, which waits for its moment', async () => {
    const { slug } = await world.event({ ...online, event_status: 'rescheduled' });
    const page = await visit(`/event/${slug}/`);
    expect(await page.locator('.record-signs').innerText()).toMatch(/Rescheduled\s+Online/);
    const link = page.getByRole('link', { name: 'Join online' });
    expect(await link.getAttribute('href')).toBe(online.online_url);
    await expectAccessible(page);
    const later = await world.event({ ...online, online_url_from: '2027-07-01 09:00:00' });
    await page.goto(`${world.address}/event/${later.slug}/`);
    expect(await page.locator('.facts').innerText()).toContain('The link will be here from Thursday');
    expect(await page.content()).not.toContain('meet.example');
  });

  test('a note with markup is text', async () => {
    const note = 'a < b & "c" &lt;i&gt; 100% \u202Eabc';
    const { slug } = await world.event({ ...cancelled, event_status_note: note });
    const page = await visit(`/event/${slug}/`);
    expect(await page.locator('.state-note').innerText()).toBe(note);
  });
});

describe('in the console', () => {
  test('the table and the calendar show what is not as usual, and the form sets it', async () => {
    const title = word('Rehearsal ');
    const { id } = await world.event({ title, start_date: '2027-07-20 10:00:00', end_date: '2027-07-20 12:00:00' });
    const page = await enter('editor', `/events/${id}`);
    await page.getByLabel('Event status').selectOption('cancelled');
    await page.getByLabel('Attendance').selectOption('mixed');
    await page.getByLabel('Note', { exact: true }).fill('No heating');
    await page.getByLabel('Online link', { exact: true }).fill('https://meet.example/a');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(async () => (await world.get(`/events/${id}`)).event_status).toBe('cancelled');
    expect(await world.get(`/events/${id}`)).toMatchObject({
      attendance: 'mixed',
      event_status_note: 'No heating',
      online_url: 'https://meet.example/a',
    });
    await page.goto(`${world.address}/admin/events?search=${title}`);
    const row = page.locator('table.records tr').filter({ hasText: title });
    await row.getByText('Cancelled').waitFor();
    await row.getByText('Mixed').waitFor();
    await expectAccessible(page);
    await page.goto(`${world.address}/admin/calendar?view=dayGridMonth&date=2027-07-01`);
    const drawn = eventNamed(page, title);
    await drawn.waitFor();
    expect(await drawn.innerText()).toContain('Cancelled');
    const lines = `[...document.querySelectorAll('.is-cancelled .ec-event-title')].map((one) => getComputedStyle(one).textDecorationLine)`;
    expect(new Set((await page.evaluate(lines)) as readonly string[])).toEqual(new Set(['line-through']));
  });
});
