// Subscriptions in the console, in a real browser: reading a calendar, its state, and the question whether vanished events are
// removed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { subscription } from '../../src/models/subscription/subscription.js';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const { enter, world } = useConsole(engine, {}, { reach: { allow: (address) => address === '127.0.0.1' } });

describe('a subscribed calendar', () => {
  /** Status and events of the other calendar. */
  const calendar = { status: 404, events: 2 };
  const server = createServer((_, response) => {
    const event = (uid: number) =>
      `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20271001T100000Z\r\nSUMMARY:Talk ${uid}\r\nEND:VEVENT\r\n`;
    const events = Array.from({ length: calendar.events }, (_, at) => event(at));
    response.writeHead(calendar.status, { 'content-type': 'text/calendar' });
    response.end(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`);
  });
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => void server.close());
  const urlOf = async (path: string) => {
    await listening;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
  };

  test('is read when it is saved, says what is wrong beside its address, and is read again by a button', async () => {
    const name = word('Club ');
    const page = await enter('editor', '/subscriptions/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByLabel('Address').fill(await urlOf('calendar.ics'));
    expect(await page.getByLabel('Status of new events').locator('option').allInnerTexts()).toEqual([
      'Pending review',
      'Draft',
      'Published',
      'Private',
    ]);
    expect(await page.getByLabel('Check for changes every … minutes').inputValue()).toBe('60');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const address = page.locator('[data-field=url]');
    await address.getByText('The server returned status 404. Open the address in a browser').waitFor();
    await page.locator('.read-state').getByText('Failed').waitFor();
    await expectAccessible(page);
    calendar.status = 200;
    await page.getByRole('button', { name: 'Read now' }).click();
    await page.getByText(`“${name}” was read: 2 events.`).waitFor();
    await page.locator('.read-state').getByText('Up to date').waitFor();
    expect(await address.locator('.error').count()).toBe(0);

    calendar.events = 3;
    await page.getByRole('link', { name: 'Subscriptions' }).first().click();
    await page.getByText('Shows the events of another calendar').waitFor();
    const row = page.getByRole('row').filter({ hasText: name });
    expect(await row.innerText()).toMatch(/Up to date\s+2\s/);
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Read now' }).click();
    await expect.poll(() => row.innerText()).toMatch(/Up to date\s+3\s/);
    await expectAccessible(page);
  });

  test('explains its error in French', async () => {
    calendar.status = 500;
    const body = { name: word('Cercle '), url: await urlOf('cercle.ics') };
    const { id } = await world.send('POST /subscriptions', body, { as: 'editor' });
    const page = await enter('editor', `/subscriptions/${id}`, { locale: 'fr-FR' });
    await page.getByRole('button', { name: 'Lire maintenant' }).click();
    await page.locator('[data-field=url]').getByText('Le serveur a répondu avec le code 500.').waitFor();
  });
});

describe('events that vanished from a subscribed calendar', () => {
  const waiting = async (): Promise<{ readonly id: number; readonly name: string }> => {
    const body = { name: word('Town '), url: 'https://town.example/calendar.ics', paused: true };
    const { id, name } = await world.send('POST /subscriptions', body, { as: 'editor' });
    const values = { removal_events: 14, removal_utc: world.clock.now };
    await world.store.transact((writer) => writer.update(subscription, id, values));
    return { id, name };
  };
  const removalOf = async (id: number) => (await world.get(`/subscriptions/${id}`, { as: 'editor' })).removal;

  test('are removed or kept by buttons in the list and on the page of the subscription', async () => {
    const [first, second] = [await waiting(), await waiting()];
    const page = await enter('editor', '/subscriptions');
    const notice = page.getByRole('status').filter({ hasText: first.name });
    await notice.getByText(`14 events are no longer in the calendar “${first.name}”.`).waitFor();
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Keep them' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await removalOf(first.id)).toBeNull();
    await page.getByRole('link', { name: second.name }).click();
    await page.getByRole('button', { name: 'Move 14 events to the trash' }).click();
    await page.getByText('The events are moved to the trash.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Keep them' }).count()).toBe(0);
    expect(await removalOf(second.id)).toBeNull();
  });

  test('are named in French and on a phone', async () => {
    const { id } = await waiting();
    const page = await enter('editor', `/subscriptions/${id}`, {
      locale: 'fr-FR',
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('button', { name: 'Mettre 14 événements à la corbeille' }).waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });
});
