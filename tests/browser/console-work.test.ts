// Daily work in the console in a real browser: duplicate, preview links, bulk edit with undo, columns, views and paging.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseInBar, namesIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { type Answered, word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const chooseAction = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('duplicating', () => {
  test('opens a draft with the same values, from the table and from the form', async () => {
    const title = word('Harvest ');
    const { id } = await world.event({ title, ...times, excerpt: 'Come along' });
    const page = await enter('contributor', `/events?tab=all&q=${title}`);
    await chooseAction(page, title, 'Duplicate');
    await page.getByText(`“${title}” duplicated as a draft.`).waitFor();
    await page.getByRole('button', { name: 'Save draft' }).waitFor();
    const [, copied] = /\/events\/(\d+)$/.exec(page.url()) ?? [];
    expect(Number(copied)).not.toBe(id);
    await chooseInBar(page, 'Duplicate');
    await page.waitForURL((url) => /\/events\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${copied}`));
    const { events } = await world.get(`/events?search=${title}&status=draft`, { as: 'administrator' });
    const { contributor } = world.people;
    expect(events.map((event: Answered) => [event.title, event.author, event.start_date])).toEqual(
      Array(2).fill([title, String(contributor.id), times.start_date]),
    );
  });
});

describe('a preview link', () => {
  test('is copied from the form of a draft, and opens it without a session', async () => {
    const title = word('Unannounced ');
    const { id } = await world.event({ title, ...times, status: 'draft' });
    const page = await enter('editor', `/events/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chooseInBar(page, 'Copy preview link');
    await page.getByText(/^Preview link copied\. It works until /).waitFor();
    const url = String(await page.evaluate('navigator.clipboard.readText()'));
    const visitor = await enter('subscriber');
    await visitor.context().clearCookies();
    await visitor.goto(url);
    await visitor.getByRole('heading', { name: title, level: 1 }).waitFor();
    await visitor.getByRole('note').getByText('This event is not published yet.').waitFor();
  });

  test('is shown to copy by hand where the browser does not allow copying', async () => {
    const title = word('Unannounced ');
    await world.event({ title, ...times, status: 'draft' });
    const page = await enter('editor', `/events?tab=draft&q=${title}`);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
    await chooseAction(page, title, 'Copy preview link');
    const link = page.getByRole('dialog', { name: 'Preview link' }).getByLabel('Link');
    expect(await link.inputValue()).toContain('/preview?key=');
  });
});

describe('bulk edit', () => {
  const select = async (page: Page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Edit…' }).click();
    return page.getByRole('dialog', { name: /^Edit \d+ events?$/ });
  };
  const read = async (id: number) => {
    const { categories, tags, venue, status } = await world.get(`/events/${id}?context=edit`, { as: 'administrator' });
    const ids = (list: readonly Answered[]) => list.map((one) => one.id);
    return { categories: ids(categories), tags: ids(tags), venue: ids([venue].flat()), status };
  };

  test('changes categories, tags, venue and status of all selected records, and undoes it', async () => {
    const name = word('Grove ');
    const [first, second] = [
      await world.category({ name: word('First ') }),
      await world.category({ name: word('Second ') }),
    ];
    const tag = await world.tag({ name: word('evening ') });
    const [barn, mill] = [await world.venue({ venue: word('Barn ') }), await world.venue({ venue: word('Mill ') })];
    const one = await world.event({ title: `${name} one`, ...times, categories: [first.id], venue: barn.id });
    const two = await world.event({ title: `${name} two`, ...times, tags: [tag.id], status: 'draft' });
    const before = [await read(one.id), await read(two.id)];
    const page = await enter('editor', `/events?tab=all&q=${name}`);
    const dialog = await select(page);
    const placeholders = dialog.locator('[data-field=tags]').getByRole('combobox');
    const hints = () => placeholders.evaluateAll((all) => all.map((one) => one.getAttribute('placeholder')));
    await expect.poll(hints).toEqual(['Add tags', 'Choose…']);
    expect(await dialog.getByRole('button', { name: 'New category' }).count()).toBe(1);
    await dialog.locator('[data-field=categories]').first().getByLabel(second.name).check();
    await dialog.locator('[data-field=categories]').nth(1).getByLabel(first.name).check();
    await dialog.locator('[data-field=tags]').first().getByRole('combobox').fill(tag.name);
    await page.getByRole('option', { name: tag.name, exact: true }).click();
    await dialog.getByLabel('Venue').selectOption('Replace with');
    await dialog.locator('[data-field=venue]').getByRole('combobox').fill(mill.venue);
    await page.getByRole('option', { name: mill.venue }).first().click();
    await dialog.getByLabel('Status').selectOption('Pending review');
    await dialog.getByRole('button', { name: 'Change 2 events' }).click();
    await page.getByText('2 events changed.').waitFor();
    const batches = () => page.requestedUrls.filter((url) => url.endsWith('/batch')).length;
    expect(batches()).toBe(1);
    const wanted = { categories: [second.id], tags: [tag.id], venue: [mill.id], status: 'pending' };
    expect([await read(one.id), await read(two.id)]).toEqual([wanted, wanted]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('2 events restored.').waitFor();
    expect(batches()).toBe(2);
    expect([await read(one.id), await read(two.id)]).toEqual(before);
  });

  test('changes several dates of a series in one batch, and undoes it in another', async () => {
    const name = word('Weekly ');
    const series = await world.event({ title: name, ...times, recurrence: 'FREQ=WEEKLY;COUNT=4' });
    const { events: dates } = await world.get(`/events/${series.id}/occurrences`);
    await world.send(`PATCH /events/${dates[1].id}`, { excerpt: 'Another text' });
    const statuses = async () =>
      (await world.get(`/events?search=${name}&context=edit&status=any&ends_after=2020-01-01`, { as: 'editor' })).events
        .map((one: Answered) => one.status)
        .join();
    const page = await enter('editor', `/events?tab=all&q=${name}`);
    const dialog = await select(page);
    await dialog.getByLabel('Status').selectOption('Private');
    await dialog.getByRole('button', { name: 'Change 4 events' }).click();
    await page.getByText('4 events changed.').waitFor();
    expect(await statuses()).toBe('private,private,private,private');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('4 events restored.').waitFor();
    expect(await statuses()).toBe('publish,publish,publish,publish');
    expect(page.requestedUrls.filter((url) => url.endsWith('/batch')).length).toBe(2);
  });

  test('sets the publication date, and asks for a change before it saves', async () => {
    const name = word('Later ');
    const { id } = await world.event({ title: name, ...times, status: 'draft' });
    const page = await enter('editor', `/events?tab=all&q=${name}`);
    const dialog = await select(page);
    await dialog.getByRole('button', { name: 'Change 1 event' }).click();
    await dialog.getByRole('alert').getByText('Choose at least one change.').waitFor();
    await dialog.locator('[data-field=date] input[type=date]').fill('2028-02-03');
    await dialog.getByLabel('Status').selectOption('Published');
    await dialog.getByRole('button', { name: 'Change 1 event' }).click();
    await page.getByText('1 event changed.').waitFor();
    expect(await world.get(`/events/${id}`, { as: 'administrator' })).toMatchObject({
      status: 'future',
      date: '2028-02-03 00:00:00',
    });
  });

  test('lists records that could not be changed or restored, and overwrites nothing', async () => {
    const name = word('Contested ');
    const events = [];
    for (const part of ['a', 'b', 'c'])
      events.push(await world.event({ title: `${name} ${part}`, ...times, status: 'draft' }));
    const [, gone, changed] = events as [Answered, Answered, Answered];
    const page = await enter('editor', `/events?tab=all&q=${name}`);
    const dialog = await select(page);
    await world.send(`DELETE /events/${gone.id}`, {});
    await dialog.getByLabel('Status').selectOption('Pending review');
    await dialog.getByRole('button', { name: 'Change 3 events' }).click();
    const result = page.getByRole('dialog', { name: 'Changing records' });
    await result.getByRole('heading', { name: '1 could not be changed' }).waitFor();
    await result.getByText(gone.title).waitFor();
    await result.locator('footer').getByRole('button', { name: 'Close' }).click();
    await world.send(`PATCH /events/${changed.id}`, { excerpt: 'Edited by someone else' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    const undone = page.getByRole('dialog', { name: 'Undoing changes' });
    await undone.getByRole('heading', { name: '1 could not be restored' }).waitFor();
    await undone.getByText('Changed by someone else in the meantime.').waitFor();
    await page.getByText('1 event restored.').waitFor();
    expect((await read(changed.id)).status).toBe('pending');
  });
});

test('an action on more records than a batch takes is sent in parts and shows its progress', async () => {
  const name = word('Part ');
  const create = (from: number, count: number) =>
    world.send('POST /batch', {
      operations: Array.from({ length: count }, (_, at) => ({
        method: 'POST',
        path: '/categories',
        body: { name: `${name} ${from + at}` },
      })),
    });
  await create(0, 500);
  await create(500, 20);
  const page = await enter('editor', '/categories');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Changing records' }).getByRole('progressbar').waitFor();
  await page.getByText(/ categories deleted\.$/).waitFor();
  expect(page.requestedUrls.filter((url) => url.endsWith('/batch')).length).toBe(2);
  expect((await world.get('/categories?hide_empty=false')).total).toBe(0);
});

describe('a list', () => {
  const heads = (page: Page) => page.locator('table.records thead th:not(.pick, .act)').allInnerTexts();

  test('shows the chosen columns, also after a reload in another browser', async () => {
    await world.event({ title: word('Wide '), ...times, featured: true });
    const page = await enter('author', '/events?tab=all');
    await page.locator('table.records').waitFor();
    const before = await heads(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByLabel('Featured').check();
    await dialog.getByLabel('Venue').uncheck();
    await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => heads(page)).toEqual([...before.filter((label) => label !== 'Venue'), 'Featured']);
    const chosen = await heads(page);
    await expect
      .poll(async () => (await world.get('/users/me/preferences', { as: 'author' })).lists.events?.columns)
      .toContain('featured');
    const other = await enter('author', '/events?tab=all');
    await expect.poll(() => heads(other)).toEqual(chosen);
    await other.getByRole('button', { name: 'Columns' }).click();
    await other.getByRole('button', { name: 'Use default columns' }).click();
    await expect.poll(() => heads(other)).toEqual(before);
  });

  test('has a page size and jumps to a page', async () => {
    const name = word('Numbered ');
    for (let number = 1; number <= 25; number++)
      await world.event({ title: `${name} ${String(number).padStart(2, '0')}`, ...times });
    const page = await enter('editor', `/events?tab=all&q=${name}&sort=title`);
    await expect.poll(async () => (await namesIn(page)).length).toBe(20);
    await page.getByLabel('Per page').selectOption('10');
    await expect.poll(async () => (await namesIn(page)).length).toBe(10);
    await page.getByLabel('Go to page').fill('3');
    await page.getByLabel('Go to page').press('Enter');
    await expect.poll(async () => (await namesIn(page))[0]).toBe(`${name} 21`);
    await page.getByLabel('Go to page').fill('99');
    await page.getByLabel('Go to page').press('Enter');
    await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('3');
    await page.reload();
    await expect.poll(async () => (await namesIn(page)).length).toBe(5);
  });

  test('is saved as a view with its filters, order, columns and page size', async () => {
    const name = word('Saved ');
    for (const part of ['a', 'b']) await world.event({ title: `${name} ${part}`, ...times });
    const page = await enter('administrator', `/events?tab=all&q=${name}&sort=-title&per_page=10&columns=featured`);
    await expect.poll(() => namesIn(page)).toEqual([`${name} b`, `${name} a`]);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Required').waitFor();
    await page.getByLabel('Name of the view').fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByText('View “Mine” saved.').waitFor();
    const other = await enter('administrator', '/events');
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name: 'Mine' }).click();
    await expect.poll(() => namesIn(other)).toEqual([`${name} b`, `${name} a`]);
    expect(await heads(other)).toEqual(['Title', 'Featured']);
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name: 'Manage views…' }).click();
    await other.getByRole('button', { name: 'Delete view Mine' }).click();
    await other.getByText('View “Mine” deleted.').waitFor();
    expect(await world.get('/users/me/preferences', { as: 'administrator' })).toMatchObject({ views: [] });
  });
});
