// The console's calendar in a real browser: dragging, resizing and selecting with the mouse change events.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { word } from '../harness/world.js';
import { boxOf, drag, eventNamed, middleOf } from './calendar-harness.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);

const week = '/calendar?view=timeGridWeek&date=2027-07-01';
const month = '/calendar?view=dayGridMonth&date=2027-07-01';

/** Width of a day and height of an hour, in pixels. */
async function measures(page: Page): Promise<{ readonly day: number; readonly hour: number }> {
  const day = await boxOf(page, '.ec-time-grid .ec-body .ec-day');
  return { day: day.width, hour: day.height / 24 };
}

const dates = async (id: number) => {
  const { start_date, end_date, all_day } = await world.get(`/events/${id}`);
  return { start_date, end_date, all_day };
};

test('moves an event by dragging it to another day and hour, and resizes it', async () => {
  const title = word('Dragged ');
  const { id } = await world.event({ title });
  const page = await enter('editor', week);
  const from = await middleOf(page, title);
  const { day, hour } = await measures(page);
  await drag(page, from, { x: day, y: hour });
  await page.getByText(`“${title}” moved.`).waitFor();
  expect(await dates(id)).toMatchObject({ start_date: '2027-07-02 11:00:00', end_date: '2027-07-02 13:00:00' });
  await eventNamed(page, title).hover();
  const box = await eventNamed(page, title).boundingBox();
  const edge = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) - 2 };
  await drag(page, edge, { x: 0, y: hour });
  await expect
    .poll(() => dates(id))
    .toMatchObject({ start_date: '2027-07-02 11:00:00', end_date: '2027-07-02 14:00:00' });
});

test('undoes a move exactly, unless the event was changed since', async () => {
  const title = word('Taken back ');
  const given = { timezone: 'Europe/Berlin', start_date: '2027-07-01 21:10:00', end_date: '2027-07-01 22:55:00' };
  const { id } = await world.event({ title, ...given });
  const page = await enter('editor', week, { locale: 'en-GB' });
  const { day, hour } = await measures(page);
  const before = await dates(id);
  await drag(page, await middleOf(page, title), { x: day, y: hour });
  await page.getByText(`“${title}” moved.`).waitFor();
  await expect.poll(() => dates(id)).not.toEqual(before);
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => dates(id)).toEqual(before);
  await eventNamed(page, title).filter({ hasText: '15:10' }).waitFor();

  await drag(page, await middleOf(page, title), { x: day, y: 0 });
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await world.send(`PATCH /events/${id}`, { start_date: '2027-07-03 12:00:00', end_date: '2027-07-03 13:00:00' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(`“${title}” was changed by someone else.`).waitFor();
  expect(await dates(id)).toMatchObject({ start_date: '2027-07-03 12:00:00' });
});

test('shows times in the time zone of the site, the browser, UTC, any other, or each event’s own', async () => {
  const title = word('Zoned ');
  const given = { timezone: 'Europe/Berlin', start_date: '2027-06-02 16:00:00', end_date: '2027-06-02 17:00:00' };
  await world.event({ title, ...given });
  const page = await enter('editor', '/calendar?view=timeGridWeek&date=2027-06-02', {
    timezoneId: 'Asia/Tokyo',
    locale: 'en-GB',
  });
  const clock = page.getByRole('combobox', { name: 'All times in' });
  const begins = (time: string) => eventNamed(page, title).filter({ hasText: time }).waitFor();
  await begins('10:00');
  expect(await clock.locator('option:checked').innerText()).toContain('New York');
  await clock.selectOption('UTC');
  await begins('14:00');
  await clock.selectOption('Asia/Tokyo');
  await begins('23:00');
  await clock.selectOption('Pacific/Auckland');
  await begins('02:00');
  await clock.selectOption('own');
  await begins('16:00');
  // The choice is stored, and a new event gets the site's time zone.
  await clock.selectOption('UTC');
  await page.reload();
  await begins('14:00');
  const from = await middleOf(page, title);
  const { day, hour } = await measures(page);
  await drag(page, { x: from.x + day, y: from.y }, { x: 0, y: hour });
  await page.getByRole('dialog').getByRole('button', { name: 'More options' }).click();
  await page.waitForURL(/\/admin\/events\/new/);
  expect(new URL(page.url()).searchParams.get('start_date')).toMatch(/^2027-06-03 10:/);
});

test('shows the date of each day in the list view', async () => {
  const title = word('Listed ');
  await world.event({ title, start_date: '2027-05-19 10:00:00', end_date: '2027-05-19 11:00:00' });
  const page = await enter('editor', '/calendar?date=2027-05-01', { viewport: { width: 390, height: 844 } });
  await eventNamed(page, title).waitFor();
  const heading = page.locator('.ec-list .ec-day').filter({ hasText: title }).locator('.ec-day-head time').first();
  expect(await heading.innerText()).toMatch(/Wednesday/);
  expect(await heading.innerText()).toMatch(/19/);
  expect(await heading.innerText()).toMatch(/May/);
});

test('shows three events per day in the month view, counts the others and opens the day view', async () => {
  const title = word('Busy ');
  for (let number = 0; number < 30; number++) {
    const hour = String(8 + (number % 10)).padStart(2, '0');
    const given = { start_date: `2027-09-15 ${hour}:00:00`, end_date: `2027-09-15 ${hour}:45:00` };
    await world.event({ title: `${title} ${number}`, ...given });
  }
  const page = await enter('editor', '/calendar?view=dayGridMonth&date=2027-09-01');
  const more = page.getByRole('button', { name: '+27 more' });
  await more.waitFor();
  // The library forces a layout for each element: their number must not grow with the events.
  expect(await page.locator('.ec-event').count()).toBe(4);
  await more.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/view=timeGridDay&date=2027-09-15/);
  await expect.poll(() => page.locator('.ec-event').filter({ hasText: title }).count()).toBe(30);
});

test('counts events that do not fit beside each other, down to a list of the day', async () => {
  const title = word('Crowded ');
  const given = { start_date: '2027-10-13 10:00:00', end_date: '2027-10-13 11:00:00' };
  for (let number = 0; number < 20; number++) await world.event({ title: `${title} ${number}`, ...given });
  const page = await enter('editor', '/calendar?view=timeGridWeek&date=2027-10-13');
  const shown = () => page.locator('.ec-event').filter({ hasText: title }).count();
  await page.getByRole('button', { name: '+17 more' }).click();
  await page.waitForURL(/view=timeGridDay&date=2027-10-13/);
  const more = page.getByRole('button', { name: '+9 more' });
  await more.waitFor();
  expect(await shown()).toBe(11);
  await more.click();
  await expect.poll(shown).toBe(20);
});

test('has the colours of categories and the clock of the website, and filters by category, venue and status', async () => {
  const title = word('Filtered ');
  const dates = { start_date: '2027-11-10 10:00:00', end_date: '2027-11-10 11:00:00' };
  const red = await world.category({ name: word('Red '), color: '#cc0000' });
  const venue = await world.venue({ venue: word('Barn ') });
  await world.event({ title: `${title} red`, ...dates, categories: [red.id] });
  await world.event({ title: `${title} barn`, ...dates, venue: venue.id });
  await world.event({ title: `${title} draft`, ...dates, status: 'draft' });
  const page = await enter('editor', '/calendar?view=listMonth&date=2027-11-01');
  const shown = async () => {
    const titles = await page.locator('.ec-event-title').allInnerTexts();
    return titles.filter((one) => one.includes(title)).map((one) => one.split(' ').at(-1));
  };
  await expect.poll(async () => (await shown()).toSorted()).toEqual(['barn', 'draft', 'red']);
  const tag = eventNamed(page, `${title} red`).locator('.ec-event-tag');
  const color = await tag.evaluate((one) => Object(globalThis).getComputedStyle(one).backgroundColor);
  expect(color).toBe('rgb(204, 0, 0)');
  const time = eventNamed(page, `${title} red`).locator('.ec-event-time');
  // The clock of the website.
  expect(await time.innerText()).toMatch(/^10:00\D*11:00$/);
  await page.getByLabel('Status').selectOption('Draft');
  await expect.poll(shown).toEqual(['draft']);
  await page.getByLabel('Status').selectOption('Any');
  await page.getByLabel('Categories').fill(red.name);
  await page.getByRole('option', { name: red.name }).click();
  await expect.poll(shown).toEqual(['red']);
  expect(page.url()).toContain(`categories=${red.id}`);
  await page.goto(`${world.address}/admin/calendar?view=listMonth&date=2027-11-01&venue=${venue.id}`);
  await expect.poll(shown).toEqual(['barn']);
});

test('the list of a phone begins at today', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const now = new Date().toISOString().slice(0, 10);
  const days = Array.from({ length: 28 }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
  for (const day of new Set([...days, now]))
    await world.event({ title: word('Daily '), start_date: `${day} 12:00:00`, end_date: `${day} 13:00:00` });
  const page = await enter('editor', '/calendar', { viewport: { width: 390, height: 844 } });
  await page.locator('.ec-list .ec-day').first().waitFor();
  const zone = page.getByRole('combobox', { name: 'All times in' });
  await zone.selectOption('UTC');
  const heading = page.locator(`.ec-day-head time[datetime="${now}"]`).first();
  await expect
    .poll(async () => {
      const { y = -1 } = (await heading.boundingBox()) ?? {};
      return y >= 0 && y < 844;
    })
    .toBe(true);
});

test('keeps the wall-clock time of an event in another time zone when it is dragged', async () => {
  const title = word('Abroad ');
  // 16:00 in Berlin is 10:00 here.
  const given = { timezone: 'Europe/Berlin', start_date: '2027-07-01 16:00:00', end_date: '2027-07-01 18:00:00' };
  const { id } = await world.event({ title, ...given });
  const page = await enter('editor', week);
  await eventNamed(page, title).filter({ hasText: '10:00' }).waitFor();
  const from = await middleOf(page, title);
  const { day } = await measures(page);
  await drag(page, from, { x: -day, y: 0 });
  await expect
    .poll(() => dates(id))
    .toMatchObject({ start_date: '2027-06-30 16:00:00', end_date: '2027-06-30 18:00:00' });
});

test('moves an all-day event in the month view', async () => {
  const title = word('Whole ');
  const given = { all_day: true, start_date: '2027-07-06 00:00:00', end_date: '2027-07-07 23:59:59' };
  const { id } = await world.event({ title, ...given });
  const page = await enter('editor', month);
  const from = await middleOf(page, title);
  const { height } = await boxOf(page, '.ec-day-grid .ec-body .ec-day');
  await drag(page, { x: from.x - 60, y: from.y }, { x: 0, y: height });
  await expect
    .poll(() => dates(id))
    .toEqual({ start_date: '2027-07-13 00:00:00', end_date: '2027-07-14 23:59:59', all_day: true });
});

test('reverts a move and shows a message when the event was changed or deleted by someone else', async () => {
  const title = word('Contested ');
  const { id } = await world.event({ title, start_date: '2027-07-01 14:00:00', end_date: '2027-07-01 15:00:00' });
  const page = await enter('editor', week);
  const { day } = await measures(page);
  const from = await middleOf(page, title);
  await world.send(`PATCH /events/${id}`, { start_date: '2027-07-01 12:00:00', end_date: '2027-07-01 13:00:00' });
  await drag(page, from, { x: day, y: 0 });
  await page.getByText(`“${title}” was changed by someone else.`).waitFor();
  expect(await dates(id)).toMatchObject({ start_date: '2027-07-01 12:00:00', end_date: '2027-07-01 13:00:00' });
  await eventNamed(page, title).filter({ hasText: '12:00' }).waitFor();
  const before = await middleOf(page, title);
  await world.ask(`DELETE /events/${id}`, { as: 'administrator' });
  await drag(page, before, { x: day, y: 0 });
  await page.getByText('This event is in the trash.').waitFor();
  await expect.poll(() => eventNamed(page, title).count()).toBe(0);
});

test('does not move an event that the user may not edit', async () => {
  const title = word('Fixed ');
  const { id } = await world.event({ title, start_date: '2027-07-02 15:00:00', end_date: '2027-07-02 16:00:00' });
  const page = await enter('author', week);
  const from = await middleOf(page, title);
  const { day } = await measures(page);
  await drag(page, from, { x: -day, y: 0 });
  expect(await dates(id)).toMatchObject({ start_date: '2027-07-02 15:00:00' });
  const after = await middleOf(page, title);
  expect(after.x).toBeCloseTo(from.x, 0);
});

test('creates an event from a selected time with the keyboard, and opens an event with Enter', async () => {
  const [title, made] = [word('Opened '), word('Quick ')];
  const { id } = await world.event({ title, start_date: '2027-07-03 10:00:00', end_date: '2027-07-03 11:00:00' });
  const page = await enter('editor', week);
  await middleOf(page, title);
  const { day, hour } = await measures(page);
  const from = await middleOf(page, title);
  await drag(page, { x: from.x + day, y: from.y }, { x: 0, y: hour });
  const dialog = page.getByRole('dialog', { name: 'New event' });
  const focused = 'document.activeElement?.closest("[data-field]")?.dataset.field';
  await expect.poll(() => page.evaluate(focused)).toBe('title');
  await page.keyboard.press('Enter');
  await dialog.getByText('Required', { exact: true }).waitFor();
  await page.keyboard.type(made);
  await page.keyboard.press('Enter');
  await page.getByText(`“${made}” published.`).waitFor();
  await eventNamed(page, made).waitFor();
  const { events } = await world.get(`/events?search=${made}`);
  expect(events).toMatchObject([{ title: made, status: 'publish', all_day: false }]);
  expect(events[0].start_date).toMatch(/^2027-07-04 10:/);
  await eventNamed(page, title).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/admin/events/${id}$`));
});

test('creates an event from a click on a day, as a draft without the right to publish', async () => {
  const made = word('Suggested ');
  const page = await enter('contributor', '/calendar?view=dayGridMonth&date=2027-07-01');
  await page.locator('.ec-day').nth(20).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  // A time alone is on that day.
  await dialog.getByLabel('Title').fill(`${made} 8pm`);
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(`“${made}” created.`).waitFor();
  const { events } = await world.get(`/events?search=${made}`, { as: 'contributor' });
  expect(events).toMatchObject([{ title: made, status: 'draft', author: String(world.people.contributor.id) }]);
  expect(events[0].start_date).toMatch(/^2027-07-\d\d 20:00:00$/);
});

test('opens the full form with the values of the small dialog, and reports an error in it', async () => {
  const page = await enter('editor', week);
  await page.getByRole('button', { name: 'Quick create' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.getByLabel('Title').fill('Longer one');
  await dialog.locator('[data-field=start_date] input[type=date]').fill('2027-07-05');
  await dialog.locator('[data-field=end_date] input[type=date]').fill('2027-07-01');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('The end is before the start.').waitFor();
  await dialog.locator('[data-field=end_date] input[type=date]').fill('2027-07-06');
  await dialog.getByRole('button', { name: 'More options' }).click();
  await page.waitForURL(/\/admin\/events\/new/);
  expect(await page.getByLabel('Title').inputValue()).toBe('Longer one');
  expect(await page.locator('[data-field=end_date] input[type=date]').inputValue()).toBe('2027-07-06');
});

test('creates an event from one line with date, venue and category, and asks what is unclear', async () => {
  const [title, venue, category] = [word('Film '), word('Barn '), word('kino')];
  const { id } = await world.venue({ venue });
  const page = await enter('editor', week);
  await page.getByRole('button', { name: 'Quick create' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  const input = dialog.locator('[data-field=title] input');
  const read = dialog.locator('.entry-preview [role=status]');
  await input.fill(`${title} 07/08/2027 8pm at ${venue} #${category}`);
  await read.filter({ hasText: venue }).waitFor();
  expect(await read.innerText()).toContain(title);
  // Enter does not guess: it asks, and moves to the first question.
  await input.press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'Choose an answer first.' }).waitFor();
  const day = dialog.getByRole('group', { name: 'Which day?' });
  await expect.poll(() => page.evaluate('document.activeElement?.type')).toBe('radio');
  await expectAccessible(page);
  expect((await world.get(`/events?search=${title}`)).total).toBe(0);
  await day.getByRole('radio').nth(1).check();
  await read.filter({ hasText: 'Jul 8, 2027' }).waitFor();
  expect(await dialog.locator('[data-field=start_date] input[type=date]').inputValue()).toBe('2027-07-08');
  await dialog.getByRole('radio', { name: `New category “${category}”` }).check();
  await input.press('Enter');
  await page.getByText(`“${title}” published.`).waitFor();
  const { events } = await world.get(`/events?search=${title}`);
  expect(events).toMatchObject([
    { title, start_date: '2027-07-08 20:00:00', venue: { id }, show_map: true, categories: [{ name: category }] },
  ]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(new RegExp(`/admin/events/${events[0].id}$`));
});

test('saves the line as it is when Enter is pressed, also what was typed since it was read', async () => {
  const title = word('Late ');
  const page = await enter('editor', week);
  await page.getByRole('button', { name: 'Quick create' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  const input = dialog.locator('[data-field=title] input');
  await input.fill(`${title} 2027-07-09 20:00`);
  await dialog.locator('.entry-preview [role=status]').filter({ hasText: '20:00' }).waitFor();
  let release = (): void => undefined;
  const isPressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/entry\?/, async (route) => {
    await isPressed;
    await route.continue().catch(() => undefined);
  });
  await input.fill(`${title} 2027-07-09 21:00`);
  await input.press('Enter');
  release();
  await page.getByText(`“${title}” published.`).waitFor();
  const { events } = await world.get(`/events?search=${title}`);
  expect(events).toMatchObject([{ title, start_date: '2027-07-09 21:00:00' }]);
});

test('keeps a line as the title, and values that were changed by hand', async () => {
  const title = word('Monday ');
  const page = await enter('editor', week);
  await page.getByRole('button', { name: 'Quick create' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  const start = dialog.locator('[data-field=start_date] input[type=date]');
  await dialog.locator('[data-field=title] input').fill(`${title} 2027-07-09 at 8`);
  await dialog.getByRole('group', { name: 'Which time?' }).waitFor();
  await start.fill('2027-07-10');
  await dialog.getByRole('group', { name: 'Which time?' }).waitFor({ state: 'detached' });
  // An event that begins at 23:00, as now may suggest, ends on another day.
  expect(await dialog.locator('.entry-preview').innerText()).toContain('Sat, Jul 10');
  await dialog.getByRole('checkbox', { name: 'Read date, place and category from the title' }).uncheck();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText(`“${title} 2027-07-09 at 8” published.`).waitFor();
  const { events } = await world.get(`/events?search=${title}`);
  expect(events).toMatchObject([{ title: `${title} 2027-07-09 at 8` }]);
  expect(events[0].start_date).toMatch(/^2027-07-10 /);
});
