// Recurring events in the console, in a real browser: the widget, the question which dates a change applies to, and undo.
// Clients of the drop-in API read the results as plain events.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes } from '../harness/browser.js';
import { chooseInBar, namesIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { type Answered, type Body, word } from '../harness/world.js';
import { boxOf, centreOf, drag } from './calendar-harness.js';
import { enterMoment, entry, openId } from './forms-harness.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);

/** Thursdays, every second week. */
const thursdays = ['2027-07-01', '2027-07-15', '2027-07-29', '2027-08-12', '2027-08-26', '2027-09-09'];
const evening = { start_date: '2027-07-01 19:00:00', end_date: '2027-07-01 21:00:00' };
const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=6';

const series = (title: string, more: Body = {}): Promise<Answered> =>
  world.event({ title, ...evening, recurrence: rule, ...more });

/** The same series from another Thursday on: the month view shows three events per day. */
const seriesFrom = (title: string, day: string): Promise<Answered> =>
  series(title, { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` });

/** All events with this title, as an anonymous client of the drop-in API sees them. */
async function plainEvents(title: string): Promise<readonly Answered[]> {
  const query = `search=${encodeURIComponent(title)}&start_date=2027-01-01&per_page=50`;
  const { events } = await world.get(`/events?${query}`, { on: 'dropin' });
  const newKeys = ['recurrence', 'occurrences_url', 'occurrence_of', 'original_start', 'changed', 'series'];
  for (const event of events) for (const key of newKeys) expect(event).not.toHaveProperty(key);
  return events;
}

const daysOf = (events: readonly Answered[]): readonly string[] =>
  events.map(({ start_date }) => String(start_date).slice(0, 10));
const days = async (title: string) => daysOf(await plainEvents(title));

async function idOn(title: string, day: string): Promise<number> {
  const found = (await plainEvents(title)).find(({ start_date }) => String(start_date).startsWith(day));
  if (!found) throw new Error(`no “${title}” on ${day}`);
  return found.id;
}

const dialog = (page: Page) => page.getByRole('dialog');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).click();

/** Answers the open question, once its dry runs have counted. */
async function answer(page: Page, choice: string, button: string): Promise<void> {
  await dialog(page).getByText('Counting dates…').first().waitFor({ state: 'detached' });
  await dialog(page).getByRole('radio', { name: choice }).check();
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** Saves a series after the question about its dates. */
async function update(page: Page, effect: string): Promise<void> {
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog(page).getByText(effect, { exact: true }).waitFor();
  await dialog(page).getByRole('button', { name: 'Change dates' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
}

test('creates a series by keyboard, moves one date, ends it from a later one on, and undoes both', async () => {
  const title = word('Choir ');
  const page = await enter('editor', `/events/new?${new URLSearchParams(evening)}`);
  await page.getByLabel('Title').focus();
  await page.keyboard.type(title);
  await entry(page, 'recurrence').getByRole('combobox').first().focus();
  await page.keyboard.type('Weekly');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await entry(page, 'recurrence').getByRole('button', { name: 'Thursday', pressed: true }).waitFor();
  await page.getByLabel('Ends').focus();
  await page.keyboard.type('after');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('6');
  await page.getByText(/^Every second Thursday/).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'dates' }).getByRole('listitem').count()).toBe(6);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await openId(page);
  await page.getByText(/^Recurring event: every second Thursday/).waitFor();
  expect(await days(title)).toEqual(thursdays);

  const before = await plainEvents(title);
  await page.goto(`${world.address}/admin/calendar?view=dayGridMonth&date=2027-07-01`);
  const event = page.locator(`.ec-event[title*="${title}"][title*="Jul 15"]`);
  const { width } = await boxOf(page, '.ec-day-grid .ec-body .ec-day');
  await drag(page, await centreOf(page, event), { x: width, y: 0 });
  await dialog(page).getByText('To move all dates to another day, edit the series.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await answer(page, 'This event', 'Move');
  await page.getByText(`“${title}” moved.`).waitFor();
  const moved = thursdays.map((day) => (day === '2027-07-15' ? '2027-07-16' : day));
  expect(await days(title)).toEqual(moved);
  const ids = (events: readonly Answered[]) => events.map(({ id }) => id);
  expect(ids(await plainEvents(title))).toEqual(ids(before));
  await undo(page);
  await page.getByText('Undone.').waitFor();
  expect(await days(title)).toEqual(thursdays);

  // Dates with values of their own go to the trash and come back; the others are deleted and created again.
  const special = await idOn(title, '2027-08-26');
  await world.send(`PATCH /events/${special}`, { title: `${title} (special)` });
  await page.goto(`${world.address}/admin/events/${await idOn(title, '2027-08-12')}`);
  await page.getByText(/^One date of a recurring event: every second Thursday/).waitFor();
  await chooseInBar(page, 'Move to trash');
  await dialog(page).getByText('3 dates removed').waitFor();
  await answer(page, 'This and following events', 'Move to trash');
  await page.getByText(`“${title}” moved to the trash`).waitFor();
  expect(await days(title)).toEqual(thursdays.slice(0, 3));
  await undo(page);
  await page.getByText('Undone. The restored dates have new addresses.').waitFor();
  const after = await plainEvents(title);
  expect(daysOf(after)).toEqual(thursdays);
  expect(ids(after).slice(0, 3)).toEqual(ids(before).slice(0, 3));
  expect(after[4]).toMatchObject({ id: special, title: `${title} (special)` });
});

describe('the recurrence widget', () => {
  test('opens a rule that its controls cannot express as text, and reports errors at the field', async () => {
    const { id } = await series(word('Custom '), { recurrence: 'FREQ=MONTHLY;BYDAY=1TH,3TH;COUNT=4' });
    const page = await enter('editor', `/events/${id}`);
    const field = entry(page, 'recurrence');
    await field.getByLabel('Rule (iCalendar RRULE)').waitFor();
    expect(await field.getByRole('combobox').first().inputValue()).toBe('custom');
    await expect.poll(() => field.getByRole('listitem').count()).toBe(4);
    await field.getByLabel('Rule (iCalendar RRULE)').fill('FREQ=HOURLY');
    await field.getByText('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.').waitFor();
    await expectAccessible(page);
  });

  test('adds and skips dates', async () => {
    const title = word('Extra ');
    const { id } = await series(title);
    const page = await enter('editor', `/events/${id}`);
    const field = entry(page, 'recurrence');
    await field.getByRole('button', { name: /^Skip Thu, Jul 29/ }).click();
    await field.getByRole('button', { name: /^Remove Thu, Jul 29/ }).waitFor();
    await field.getByLabel('Extra dates', { exact: true }).fill('2027-07-03');
    await field.getByRole('button', { name: 'Add to extra dates' }).click();
    await update(page, '1 date removed, 1 date added.');
    const wanted = ['2027-07-01', '2027-07-03', '2027-07-15', '2027-08-12', '2027-08-26', '2027-09-09'];
    expect(await days(title)).toEqual(wanted);
    await field.getByRole('button', { name: /^Remove Sat, Jul 3/ }).click();
    await update(page, '1 date removed.');
    await expect.poll(() => days(title)).toEqual(wanted.filter((day) => day !== '2027-07-03'));
  });

  test('leaves out a month, and says so in words', async () => {
    const title = word('Summer ');
    const { id } = await series(title);
    const page = await enter('editor', `/events/${id}`);
    const field = entry(page, 'recurrence');
    await field.getByText('Only in these months').click();
    await field.getByRole('button', { name: 'August', pressed: true }).click();
    await field.getByText(/^Every second Thursday, except in August/).waitFor();
    await update(page, '2 dates removed, 2 dates added.');
    const kept = await days(title);
    expect(kept.filter((day) => day.startsWith('2027-08'))).toEqual([]);
    expect(kept).toContain('2027-09-09');
    await page.reload();
    await field.getByRole('button', { name: 'August', pressed: false }).waitFor();
  });

  test('moves the rule with the start, and removes it', async () => {
    const title = word('Moving ');
    const { id } = await series(title);
    const page = await enter('editor', `/events/${id}`);
    const field = entry(page, 'recurrence');
    await field.getByRole('button', { name: 'Thursday', pressed: true }).waitFor();
    await enterMoment(page, 'start_date', '2027-07-02');
    await field.getByRole('button', { name: 'Friday', pressed: true }).waitFor();
    await field.getByRole('button', { name: 'Thursday', pressed: false }).waitFor();
    await update(page, '6 dates move.');
    expect((await days(title)).slice(0, 2)).toEqual(['2027-07-02', '2027-07-16']);
    await field.getByRole('combobox').first().selectOption('none');
    await update(page, '5 dates removed.');
    expect(await days(title)).toEqual(['2027-07-02']);
  });

  test('shows what a new rule does before it is saved, and undoes it', async () => {
    const title = word('Ruled ');
    const { id } = await series(title);
    const [, changed] = await plainEvents(title);
    await world.send(`PATCH /events/${changed?.id}`, { title: `${title} (guests)` });
    const page = await enter('editor', `/events/${id}`);
    const field = entry(page, 'recurrence');
    await field.getByRole('combobox').first().selectOption('custom');
    await field.getByLabel('Rule (iCalendar RRULE)').fill('FREQ=WEEKLY;INTERVAL=4;BYDAY=TH;COUNT=4');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const asked = page.getByRole('dialog', { name: `Change the dates of “${title}”?` });
    await asked.getByText('2 dates removed, 1 date added, 1 changed date stays.').waitFor();
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(await days(title)).toEqual(thursdays);
    await update(page, '2 dates removed, 1 date added, 1 changed date stays.');
    const ruled = ['2027-07-01', '2027-07-15', '2027-07-29', '2027-08-26', '2027-09-23'];
    expect(await days(title)).toEqual(ruled);
    await undo(page);
    await page.getByText('Undone. The restored dates have new addresses.').waitFor();
    expect(await days(title)).toEqual(thursdays);
    expect((await plainEvents(title))[1]).toMatchObject({ id: changed?.id, title: `${title} (guests)` });
    // Without a rule the changed date leaves the series: the question says that there is no way back.
    await field.getByRole('combobox').first().selectOption('none');
    await update(page, '4 dates removed, 1 past or changed date becomes its own event. This cannot be undone.');
    expect(await days(title)).toEqual(['2027-07-01', '2027-07-15']);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});

test('fits a phone without horizontal scrolling', async () => {
  const title = word('Narrow ');
  const { id } = await series(title);
  const page = await enter('editor', `/events/${id}`, { viewport: { width: 390, height: 844 } });
  const width = () => page.evaluate('document.documentElement.scrollWidth');
  const field = entry(page, 'recurrence');
  await field.getByRole('button', { name: /^Skip Thu, Jul 15/ }).click();
  await field.getByRole('button', { name: /^Remove Thu, Jul 15/ }).waitFor();
  expect(await width()).toBe(390);
  await page.goto(`${world.address}/admin/events/${await idOn(title, '2027-07-29')}`);
  await chooseInBar(page, 'Move to trash');
  await dialog(page).getByText('4 dates removed').waitFor();
  expect(await width()).toBe(390);
});

describe('with several languages', () => {
  const several = useConsole(engine, { ALMANAC_LANGUAGES: 'en,fr' });

  test('changes all texts and the times of the following dates, and undoes that', async () => {
    const { send, event, get } = several.world;
    const { id } = await event({ title: 'Choir', ...evening, recurrence: rule });
    await send(`PATCH /events/${id}?i18n_language=fr`, { title: 'Chorale' });
    const titles = async (language: string): Promise<readonly string[]> => {
      const { events } = await get(`/events?start_date=2027-07-01&i18n_language=${language}`);
      return events.map(({ title, start_date }: Answered) => `${title} ${String(start_date).slice(11, 16)}`);
    };
    const all = (text: string) => thursdays.map(() => text);
    expect([await titles('en'), await titles('fr')]).toEqual([all('Choir 19:00'), all('Chorale 19:00')]);
    const { events } = await get('/events?start_date=2027-07-01');
    const page = await several.enter('editor', `/events/${events[2].id}`);
    await page.getByLabel('Title').fill('Concert');
    await page.getByRole('tab', { name: /^French/ }).click();
    await page.getByLabel('Title').fill('Récital');
    await enterMoment(page, 'start_date', '2027-07-29', '20:30');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await dialog(page).getByText('4 dates move').waitFor();
    await answer(page, 'This and following events', 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const changed = (before: string, after: string) => all('').map((_, at) => (at < 2 ? before : after));
    expect(await titles('en')).toEqual(changed('Choir 19:00', 'Concert 20:30'));
    expect(await titles('fr')).toEqual(changed('Chorale 19:00', 'Récital 20:30'));
    await undo(page);
    await page.getByText('Undone. The series stays split at this date.').waitFor();
    expect([await titles('en'), await titles('fr')]).toEqual([all('Choir 19:00'), all('Chorale 19:00')]);
  });
});

describe('without the extension', () => {
  const plain = useConsole(engine, { ALMANAC_RECURRENCE: 'off' });

  test('the console has neither the widget nor series', async () => {
    const page = await plain.enter('editor', '/events/new');
    await page.getByLabel('Title').waitFor();
    expect(await entry(page, 'recurrence').count()).toBe(0);
    await page.goto(`${plain.world.address}/admin/events`);
    await page.getByRole('tab', { name: /^Upcoming/ }).waitFor();
    expect(await page.getByRole('button', { name: 'One row per series' }).count()).toBe(0);
  });
});

describe('a change of one date', () => {
  const titlesOf = async (text: string) => (await plainEvents(text)).map(({ title }) => String(title));

  test.each([
    ['This event', 1, undefined],
    ['This and following events', 4, 'Undone. The series stays split at this date.'],
    ['All events', 6, undefined],
  ])('applies to “%s” and is undone', async (choice, count, note) => {
    const title = word('Renamed ');
    await series(title);
    const ids = (await plainEvents(title)).map(({ id }) => id);
    const page = await enter('editor', `/events/${ids[2]}`);
    await page.getByLabel('Title').fill(`${title} (new)`);
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    if (count > 1) await dialog(page).getByText(`${count} dates change`).waitFor();
    await answer(page, choice, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const renamed = (await titlesOf(title)).filter((text) => text.endsWith('(new)'));
    expect(renamed.length).toBe(count);
    expect((await plainEvents(title)).map(({ id }) => id)).toEqual(ids);
    await undo(page);
    if (note) await page.getByText(note).waitFor();
    await expect.poll(() => titlesOf(title)).toEqual(ids.map(() => title));
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(title);
  });

  test('is marked at its field, which can return to the value of the series', async () => {
    const title = word('Marked ');
    await series(title);
    const id = await idOn(title, '2027-07-29');
    await world.send(`PATCH /events/${id}`, { title: `${title} (once)`, start_date: '2027-07-29 20:00:00' });
    const page = await enter('editor', `/events/${id}`);
    const field = entry(page, 'title');
    await field.getByText('Changed for this date').waitFor();
    await expectAccessible(page);
    await field.getByRole('button', { name: 'Use series value: Title' }).click();
    expect(await field.getByRole('textbox').inputValue()).toBe(title);
    await entry(page, 'start_date')
      .getByRole('button', { name: /^Use series value/ })
      .click();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await answer(page, 'This event', 'Save');
    await field.getByText('Changed for this date').waitFor({ state: 'detached' });
    expect(await world.get(`/events/${id}`)).toMatchObject({ title, start_date: '2027-07-29 19:00:00' });
  });

  test('on another day moves the following dates with their rule', async () => {
    const title = word('Shifted ');
    await seriesFrom(title, '2028-01-06');
    const before = await plainEvents(title);
    const page = await enter('editor', '/calendar?view=dayGridMonth&date=2028-01-01');
    const event = page.locator(`.ec-event[title*="${title}"][title*="Jan 20"]`);
    const { width } = await boxOf(page, '.ec-day-grid .ec-body .ec-day');
    await drag(page, await centreOf(page, event), { x: width, y: 0 });
    await dialog(page).getByText('5 dates move').waitFor();
    await answer(page, 'This and following events', 'Move');
    await page.getByText(`“${title}” moved.`).waitFor();
    const fridays = ['2028-01-21', '2028-02-04', '2028-02-18', '2028-03-03', '2028-03-17'];
    const after = await plainEvents(title);
    expect(daysOf(after)).toEqual(['2028-01-06', ...fridays]);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await undo(page);
    await page.getByText('Undone. The series stays split at this date.').waitFor();
    expect(await days(title)).toEqual(daysOf(before));
  });

  test('is not saved when the question is cancelled', async () => {
    const title = word('Cancelled ');
    await seriesFrom(title, '2028-05-04');
    const before = await plainEvents(title);
    const page = await enter('editor', '/calendar?view=dayGridMonth&date=2028-05-01');
    const event = page.locator(`.ec-event[title*="${title}"][title*="May 18"]`);
    const { width } = await boxOf(page, '.ec-day-grid .ec-body .ec-day');
    const from = await centreOf(page, event);
    await drag(page, from, { x: width, y: 0 });
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => centreOf(page, event)).toEqual(from);
    expect(await plainEvents(title)).toEqual(before);
  });
});

test('lists dates or series, with the rule in words, and the dates of one series', async () => {
  const title = word('Listed ');
  const { id } = await series(title);
  const page = await enter('editor', `/events?tab=all&q=${encodeURIComponent(title)}`);
  await page.locator('.badge.rule').filter({ hasText: 'Every second Thursday' }).first().waitFor();
  expect(await namesIn(page)).toEqual(thursdays.map(() => title));
  await page.getByRole('button', { name: 'One row per series' }).click();
  await expect.poll(() => namesIn(page)).toEqual([title]);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: title, exact: true }).click();
  expect(await openId(page)).toBe(id);
  await page.getByRole('link', { name: 'All dates' }).click();
  await page.getByText(`All dates of ${title}`).waitFor();
  await expect.poll(() => namesIn(page)).toEqual(thursdays.map(() => title));
  await page.getByRole('button', { name: 'Show other events too' }).click();
  await page.getByText(`All dates of ${title}`).waitFor({ state: 'detached' });
});

test('undo of a removal restores no date that was in the trash before', async () => {
  const title = word('Skipped ');
  await series(title);
  await world.send(`DELETE /events/${await idOn(title, '2027-08-26')}`, {});
  const remaining = thursdays.filter((day) => day !== '2027-08-26');
  const page = await enter('editor', `/events/${await idOn(title, '2027-08-12')}`);
  await chooseInBar(page, 'Move to trash');
  await answer(page, 'This and following events', 'Move to trash');
  await page.getByText(`“${title}” moved to the trash`).waitFor();
  expect(await days(title)).toEqual(thursdays.slice(0, 3));
  await undo(page);
  await page.getByText('Undone. The restored dates have new addresses.').waitFor();
  expect(await days(title)).toEqual(remaining);
});
