// Subscriptions in the console: the question whether vanished events are removed, in a real browser.
import { describe, expect, test } from 'vitest';
import { subscription } from '../../src/models/subscription/subscription.js';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

describe('events that vanished from a subscribed calendar', () => {
  const { enter, world } = useConsole(engine);

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
