// A visitor submits an event with and without scripts and confirms it, and an editor reviews it by keyboard.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { everything } from '../../src/core/condition.js';
import { plusSeconds } from '../../src/core/time/clock.js';
import { event } from '../../src/models/event/event.js';
import { submissions, trustedSenders } from '../../src/models/submission/submission.js';
import { minAgeSeconds } from '../../src/submissions/form-token.js';
import { expectAccessible, useBrowser } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { useMailServer } from '../harness/mail-server.js';
import { asFile, png } from '../harness/pictures.js';
import { linkToken, submitForm, submitPicture } from '../harness/submissions.js';
import { startOfWorld } from '../harness/world.js';

const server = useMailServer();
const { world, enter } = useConsole(engines[0] as TestEngine, { ALMANAC_LANGUAGES: 'en,fr' });
const browser = useBrowser();

const phone = { viewport: { width: 390, height: 844 } };
const french = { locale: 'fr-FR' };

beforeEach(async () => {
  world.clock.now = startOfWorld;
  await world.store.transact(async (writer) => {
    for (const table of [submissions, trustedSenders]) await writer.remove(table, everything);
    await writer.remove(event, everything);
  });
  await world.send('PATCH /settings', { submitters: 'anyone' });
});

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('Harvest Fair');
  await page.getByLabel('Description').fill('Music and food.\n\nBring a chair.');
  await page.getByLabel('Start date').fill('2027-10-09');
  await page.getByLabel('Start time').fill('10:00');
  await page.getByLabel('End time').fill('18:00');
  await page.getByLabel('Venue').fill('Town Barn');
  await page.getByLabel('Your name').fill('Ana Miller');
  await page.getByLabel('Your email address').fill('ana@example.org');
  await page.getByLabel('Message to the editors').fill('See you there.');
}

const fairPicture = async () => ({ name: 'fair.png', mimeType: 'image/png', buffer: await png(800, 600) });

const send = (page: Page) => page.getByRole('button', { name: 'Submit event' }).click();

describe('the form', () => {
  test('is sent with a proof of work, which the browser computes', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/`);
    await page.getByRole('link', { name: 'Submit an event' }).click();
    await fill(page);
    await send(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    // The clock of the service stands still: without a proof the form would have been refused as too fast.
    expect(await world.store.count({ table: submissions, where: everything })).toBe(1);
    expect(page.errors).toEqual([]);
    expect(page.requestedUrls.filter((url) => !url.startsWith(world.address))).toEqual([]);
  });

  test('works without scripts', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${world.address}/submit/`);
    await fill(page);
    await page.getByLabel('Picture', { exact: true }).setInputFiles(await fairPicture());
    await page.getByLabel('What does the picture show?').fill('Stalls in the sun');
    world.clock.now = plusSeconds(startOfWorld, minAgeSeconds);
    await send(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(await world.store.count({ table: submissions, where: everything })).toBe(1);
    expect((await world.get('/review', { as: 'editor' })).items[0].picture.alt_text).toBe('Stalls in the sun');
  });

  test('is sent once: while it is sent the button is disabled and says so', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/submit/`);
    await fill(page);
    // The script of the page is loaded once it has hidden or shown the times.
    await page.getByLabel('All day').check();
    await page.getByLabel('Start time').waitFor({ state: 'hidden' });
    await page.getByLabel('All day').uncheck();
    // Asked after the script of the page, when the form is really sent.
    await page.evaluate(`addEventListener('submit', (event) => {
      const button = document.querySelector('.submit button[type=submit]');
      const status = document.querySelector('[data-status]');
      if (!event.defaultPrevented)
        sessionStorage.shown = JSON.stringify([button.disabled, button.textContent, status.textContent]);
    })`);
    await send(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(JSON.parse(await page.evaluate<string>('sessionStorage.shown'))).toEqual([true, 'Sending…', 'Sending…']);
    expect(await world.store.count({ table: submissions, where: everything })).toBe(1);
  });

  test('names its errors, keeps the entries, and can be sent again', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/submit/`);
    await fill(page);
    await page.getByLabel('Title').fill('');
    await send(page);
    await page.getByRole('alert').getByRole('link', { name: 'Title: This field is required.' }).click();
    expect(await page.evaluate<string>('document.activeElement?.id')).toBe('title');
    await expectAccessible(page);
    expect(await page.getByLabel('Venue').inputValue()).toBe('Town Barn');
    await page.getByLabel('Title').fill('Harvest Fair');
    await send(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  });

  test('hides the times of an all-day event', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/submit/`);
    await page.getByLabel('All day').check();
    await page.getByLabel('Start time').waitFor({ state: 'hidden' });
    await page.getByLabel('All day').uncheck();
    await page.getByLabel('Start time').waitFor();
  });

  test.each([
    ['a desktop in English', {}],
    ['a phone in English', phone],
    ['a desktop in French', french],
    ['a phone in French', { ...phone, ...french }],
  ])('and its messages are accessible on %s', async (_, options) => {
    const page = await browser.open(options);
    for (const path of ['/submit/', '/submit/sent', '/submit/sent?confirm=1', '/submit/confirm?token=x']) {
      await page.goto(world.address + path);
      await expectAccessible(page);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});

describe('the review page', () => {
  test('approves by keyboard, and the public page shows the event', async () => {
    const picture = asFile(await png(800, 600), 'fair.png');
    await submitPicture(world, picture, { title: 'Harvest Fair', picture_alt: 'Stalls in the sun' });
    const page = await enter('editor', '/review');
    await page.getByRole('article', { name: 'Harvest Fair' }).waitFor();
    const shown = page.getByRole('img', { name: 'Stalls in the sun' });
    await expect
      .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(800);
    await expectAccessible(page);
    await page.locator('h1').first().waitFor();
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate<string>("document.activeElement?.getAttribute('aria-label')");
      if (label === 'Approve Harvest Fair') break;
    }
    await page.keyboard.press('Enter');
    await page.getByText('“Harvest Fair” is published.').waitFor();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    const visitor = await browser.open();
    await visitor.goto(`${world.address}/event/harvest-fair/`);
    await visitor.getByRole('heading', { name: 'Harvest Fair', level: 1 }).waitFor();
    await visitor.locator('main img[src*="/media/"]').first().waitFor();
    expect(await visitor.getByText('ana@example.org').count()).toBe(0);
  });

  test('rejects with a reason, and shows what was sent as text', async () => {
    await submitForm(world, {
      title: 'Spam',
      message: '<img src=x onerror=alert(1)>',
      name: '<b>Eve</b>',
      website: '',
    });
    await world.event({ title: 'Choir', status: 'pending' }, { as: 'contributor' });
    const page = await enter('editor', '/review');
    const spam = page.getByRole('article', { name: 'Spam' });
    await spam.getByText('<img src=x onerror=alert(1)>').waitFor();
    await spam.getByText('<b>Eve</b>').waitFor();
    await spam.getByText('Email not confirmed').waitFor();
    // The page of the event is no website of the sender.
    expect(await spam.getByText('Website').count()).toBe(0);
    await page.getByRole('link', { name: 'Review 2' }).waitFor();
    await expectAccessible(page);
    await spam.getByRole('button', { name: 'Reject Spam' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByText('No mail server is set: tell the sender yourself.').waitFor();
    await dialog.getByLabel('Reason').fill('Not an event.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('“Spam” is rejected.').waitFor();
    await spam.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'Choir' }).waitFor();
    await page.getByRole('link', { name: 'Review 1' }).waitFor();
  });

  test('tells the second of two editors that the event was reviewed', async () => {
    const { id } = await world.event({ title: 'Choir', status: 'pending' }, { as: 'contributor' });
    const page = await enter('editor', '/review');
    const approve = page.getByRole('button', { name: 'Approve Choir' });
    await approve.waitFor();
    await world.send(`POST /events/${id}/reject`, { reason: 'No.' });
    await approve.click();
    await page.getByText('no longer pending review').waitFor();
    await approve.waitFor({ state: 'detached' });
  });

  test('is not offered to contributors', async () => {
    const page = await enter('contributor', '/review');
    await page.getByText('Page not found').waitFor();
    expect(await page.getByRole('link', { name: 'Review' }).count()).toBe(0);
  });

  test.each([
    ['a phone in English', phone, 'Pending review: 2 events'],
    ['a desktop in French', french, 'En attente de relecture : 2 événements'],
    ['a phone in French', { ...phone, ...french }, 'En attente de relecture : 2 événements'],
  ])('is accessible on %s', async (_, options, status) => {
    await submitForm(world);
    await submitForm(world);
    const page = await enter('editor', '/review', options);
    await page.getByText(status).waitFor();
    await expectAccessible(page);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test('a sender confirms the address, is trusted, and the next event is published at once', async () => {
  await world.restart({ ALMANAC_SMTP_URL: server.url });
  await world.send('PATCH /settings', { public_url: world.address });
  const confirm = async () => {
    const visitor = await browser.open();
    await visitor.goto(`${world.address}/submit/`);
    await fill(visitor);
    await send(visitor);
    await visitor.getByRole('heading', { name: 'Check your email' }).waitFor();
    server.received.length = 0;
    await world.runDue();
    const mail = server.received.find((one) => linkToken(one) !== '');
    await visitor.goto(`${world.address}/submit/confirm?token=${mail && linkToken(mail)}`);
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Confirm' }).click();
    await visitor.getByRole('heading', { name: 'Thank you!' }).waitFor();
    return visitor;
  };
  await confirm();
  const page = await enter('editor', '/review');
  await page.getByLabel('Trust this sender: publish future submissions at once').check();
  await page.getByRole('button', { name: 'Approve Harvest Fair' }).click();
  await page.getByRole('heading', { name: 'Trusted senders' }).waitFor();
  await expectAccessible(page);
  const visitor = await confirm();
  await visitor.getByText('your event is published').waitFor();
  await page.getByRole('button', { name: 'Remove ana@example.org' }).click();
  await page.getByRole('heading', { name: 'Trusted senders' }).waitFor({ state: 'detached' });
});
