// The history of a record and the activity page of the console, in a real browser.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser.js';
import { chooseInBar, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const phone = { viewport: { width: 390, height: 800 } };

const { enter, world } = useConsole(engine);

describe('history', () => {
  test('shows what was changed, and restores a version', async () => {
    const venue = await world.venue({ venue: word('Barn ') });
    const { id } = await world.event({
      title: 'Old title',
      description: '<p>Stalls, music and a long evening by the river</p>',
    });
    await world.send(`PATCH /events/${id}`, {
      title: 'New title',
      venue: venue.id,
      description: '<p>Stalls, games and a long evening by the river</p>',
    });
    const page = await enter('editor', `/events/${id}`);
    await chooseInBar(page, 'History');
    const dialog = page.getByRole('dialog', { name: 'History of “New title”' });
    await dialog.getByText('Current version').waitFor();
    // Texts word by word, links by name.
    expect(await dialog.locator('.difference del').allInnerTexts()).toEqual(['music ']);
    expect(await dialog.locator('.difference ins').allInnerTexts()).toEqual(['games ']);
    await dialog.getByText(venue.venue).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Version restored').waitFor();
    await page.getByRole('heading', { name: 'Old title', level: 1 }).waitFor();
    expect((await world.get(`/events/${id}`)).title).toBe('Old title');
  });

  test('names statuses, dates and rules as the rest of the console does', async () => {
    const evening = { start_date: '2027-07-01 19:00:00', end_date: '2027-07-01 21:00:00' };
    const { id } = await world.event({
      title: word('Plan '),
      status: 'draft',
      ...evening,
      recurrence: 'FREQ=WEEKLY;COUNT=3',
    });
    await world.send(`PATCH /events/${id}`, {
      status: 'publish',
      date: '2027-06-20 08:30:00',
      recurrence: 'FREQ=MONTHLY;BYDAY=1TH;COUNT=3',
    });
    const page = await enter('editor', `/events/${id}`);
    await chooseInBar(page, 'History');
    const changes = page.getByRole('dialog').locator('.changes').first();
    await changes.getByText('Scheduled').waitFor();
    const text = (await changes.innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/Status .*Draft .*Scheduled/);
    expect(text).toMatch(/Publication date .*(20 Jun|Jun 20)\D* 2027, 08:30/);
    expect(text).toMatch(/[Ww]eekly|every Thursday/);
    expect(text).not.toMatch(/FREQ|UTC|future|2027-06-20/);
  });

  test('of a record in the trash takes it out again', async () => {
    const { id } = await world.event({ title: 'Thrown away' });
    await world.send(`DELETE /events/${id}`, {});
    const page = await enter('editor', `/events/${id}`);
    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog', { name: /^History of/ });
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'Thrown away', level: 1 }).waitFor();
  });

  test('is in French for people who read French', async () => {
    const { id } = await world.event({ title: 'Fête' });
    const page = await enter('editor', `/events/${id}`, { locale: 'fr-FR' });
    await chooseInBar(page, 'Historique');
    await page.getByRole('dialog', { name: 'Historique de « Fête »' }).getByText('Création').waitFor();
    await expectAccessible(page);
  });
});

describe('activity', () => {
  test('lists changes of all records, with filters in the address', async () => {
    const title = word('Listed ');
    const event = await world.event({ title }, { as: 'author' });
    const tag = await world.tag();
    const page = await enter('administrator');
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.getByRole('link', { name: title }).waitFor();
    await expectAccessible(page);
    const listed = page.locator('.revision');
    await page.getByLabel('Type').selectOption('tags');
    await expect.poll(() => listed.allInnerTexts()).toHaveLength(1);
    await page.getByText(tag.name).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('User', { exact: true }).selectOption({ label: 'world-author' });
    await expect.poll(() => listed.allInnerTexts()).toEqual([expect.stringContaining(title)]);
    expect(page.url()).toContain('user=');
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(page.url()).toContain(`/events/${event.id}`);
  });

  test('shows authors their own records only', async () => {
    const [own, other] = [word('Own '), word('Other ')];
    await world.event({ title: own }, { as: 'author' });
    await world.event({ title: other });
    const page = await enter('author', '/activity');
    await page.getByRole('link', { name: own }).waitFor();
    expect(await page.getByText(other).count()).toBe(0);
  });

  test.each(['en-GB', 'fr-FR'])('is accessible on a phone in %s', async (locale) => {
    await world.event();
    const page = await enter('administrator', '/activity', { ...phone, locale });
    await page.locator('.revision').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
