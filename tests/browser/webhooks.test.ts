// Webhooks in the console, in a real browser: the form, the secret, a test, deliveries with their answers, and what was wrong.
import { expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { status, verify } from '../harness/open-receiver.js';
import { useReceiver } from '../harness/webhook-receiver.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const settings = {
  ALMANAC_WEBHOOK_HTTP: 'on',
  ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8',
  ALMANAC_SECRET: 'a secret of at least 24 characters',
};
const { enter, world } = useConsole(engine, settings);
const receiver = useReceiver();

test('is made with chosen messages, tested, and its deliveries are shown and sent again', async () => {
  receiver.reset();
  const page = await enter('editor', '/webhooks/new');
  await page.getByLabel('Address').fill(await receiver.url('/newsletter'));
  const events = page.getByRole('group', { name: 'Events', exact: true });
  await events.getByLabel('Published').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('output.secret').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was accepted: HTTP 204.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'webhook.test' }).getByText('Accepted').waitFor();
  const [message] = receiver.received;
  if (!message) throw new Error('no message was received');
  expect(verify(secret, message)).toMatchObject({ type: 'webhook.test' });

  receiver.answer(status(500, {}, 'the newsletter is <b>asleep</b>'));
  const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
  await world.send('POST /events', { title: 'Sent', status: 'publish', ...times }, { as: 'editor' });
  await world.send('POST /events', { title: 'Not sent', status: 'draft', ...times }, { as: 'editor' });
  await world.runDue();
  await page.reload();
  const delivery = page.getByRole('listitem').filter({ hasText: 'event.published' });
  await delivery.getByText('Waiting').waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'event.' }).count()).toBe(1);
  await delivery.getByRole('button', { name: 'Details' }).click();
  await delivery.getByText('the newsletter is <b>asleep</b>').waitFor();
  await expectAccessible(page);

  receiver.answer(status(410));
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The messages are sent again.').waitFor();
  await world.runDue();
  await page.reload();
  await page.getByText('The endpoint answered that it is gone (410).').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.locator('.webhook-state').getByText('Active').waitFor();
});
