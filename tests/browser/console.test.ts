// The console in a real browser: signing in and out, lists, bulk actions, the category tree and the media library.
import { describe, expect, test } from 'vitest';
import { changeRole } from '../../src/auth/accounts.js';
import { namesIn, password, signIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { png } from '../harness/pictures.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const { open, enter, world } = useConsole(engine);

test('signs in, publishes an event, trashes and restores it, and signs out', async () => {
  const title = word('Harvest ');
  const page = await open();
  await signIn(page, 'world-editor');
  await page.getByRole('link', { name: 'New event' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText(`“${title}” is published`).waitFor();
  await page.getByRole('link', { name: 'Events' }).first().click();
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await page.getByText(`“${title}” moved to the trash.`).waitFor();
  await expect.poll(() => namesIn(page)).not.toContain(title);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesIn(page)).toContain(title);
  const { events } = await world.get(`/events?search=${encodeURIComponent(title)}&ends_after=2000-01-01`);
  expect(events).toMatchObject([{ title, status: 'publish' }]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Almanac console' }).waitFor();
});

describe('signing in', () => {
  test('rejects a wrong password, then opens the requested page, also after a reload', async () => {
    const page = await open('/venues');
    await signIn(page, 'world-editor', 'not this one');
    await page.getByRole('alert').getByText('Incorrect username or password.').waitFor();
    await signIn(page, 'world-editor');
    await page.getByRole('heading', { name: 'Venues', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Venues', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.reload();
    await page.getByLabel('Password').waitFor();
  });

  test('asks to sign in again when the session expires, and saves what was typed', async () => {
    const title = word('Unbroken ');
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill(title);
    // Ends all sessions of the user.
    await changeRole(world.store, 'world-editor', 'editor');
    // The form requests previews by itself: the dialog may already cover the button.
    await page.getByRole('button', { name: 'Save draft' }).dispatchEvent('click');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { events } = await world.get(`/events?search=${encodeURIComponent(title)}&ends_after=2000-01-01`, {
      as: 'editor',
    });
    expect(events).toMatchObject([{ title, status: 'draft' }]);
  });

  test('asks to sign in again when an expired session would get public data only', async () => {
    await world.event({ title: word('Hidden '), status: 'draft' });
    const page = await enter('editor', '/events');
    await page.getByRole('tab', { name: /^Drafts \d/ }).waitFor();
    await changeRole(world.store, 'world-editor', 'editor');
    await page.getByRole('tab', { name: /^Drafts/ }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('rowheader', { name: /^Hidden/ }).waitFor();
  });

  test('signs out when signing in again is declined', async () => {
    const page = await enter('author', '/events');
    await page.getByRole('tab', { name: /^All \d/ }).waitFor();
    await changeRole(world.store, 'world-author', 'author');
    await page.getByRole('tab', { name: /^All/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Almanac console' }).waitFor();
  });
});

describe('the media library', () => {
  test('uploads images by file input and by drag and drop, edits and deletes them, and rejects other files', async () => {
    const page = await enter('author', '/media');
    const files = page.getByLabel('Files to upload');
    await files.setInputFiles({ name: 'meadow.png', mimeType: 'image/png', buffer: await png(640, 480) });
    await page.getByText('1 file uploaded.').waitFor();
    await page.getByRole('link', { name: 'meadow' }).waitFor();
    await files.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    // The message of the server, without the parameter name.
    await page.getByText('words.png: Must be a JPEG, PNG, WebP, GIF or AVIF image.', { exact: true }).waitFor();
    const data = (await png(320, 200)).toString('base64');
    // As a string: these globals exist in the browser only.
    const dropped = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob('${data}'), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      return transfer;
    })()`);
    await page.getByRole('region', { name: 'Images' }).dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('link', { name: 'dropped' }).waitFor();
    await page.getByRole('button', { name: 'Actions for dropped' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'dropped' }).count()).toBe(0);
    await page.getByRole('link', { name: 'meadow' }).click();
    await page.getByLabel('Alternative text').fill('A meadow in May');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { media } = await world.get('/media', { as: 'author' });
    expect(media).toMatchObject([{ title: 'meadow', alt_text: 'A meadow in May' }]);
  });
});

describe('a table', () => {
  const { enter, world } = useConsole(engine);

  test('searches, sorts, filters, and has tabs by time and status', async () => {
    const { id } = await world.category({ name: 'Woodland' });
    await world.event({ title: 'Alder walk', start_date: '2027-08-01 10:00', end_date: '2027-08-01 11:00' });
    await world.event({
      title: 'Birch walk',
      start_date: '2027-07-01 10:00',
      end_date: '2027-07-01 11:00',
      categories: [id],
    });
    await world.event({ title: 'Cedar walk', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' });
    await world.event({ title: 'Dogwood walk', status: 'draft' });
    const page = await enter('editor', '/events');
    const shows = (...names: string[]) => expect.poll(() => namesIn(page)).toEqual(names);
    await shows('Birch walk', 'Dogwood walk', 'Alder walk');
    await page.getByRole('button', { name: 'Title' }).click();
    await shows('Alder walk', 'Birch walk', 'Dogwood walk');
    await page.getByRole('button', { name: 'Title' }).click();
    await shows('Dogwood walk', 'Birch walk', 'Alder walk');
    await page.getByRole('tab', { name: /^Past/ }).click();
    await shows('Cedar walk');
    await page.getByRole('tab', { name: /^Drafts/ }).click();
    await shows('Dogwood walk');
    await page.getByRole('tab', { name: 'All 4' }).click();
    await page.getByRole('searchbox', { name: 'Search events' }).fill('alder');
    await shows('Alder walk');
    await page.getByRole('searchbox', { name: 'Search events' }).fill('nobody has this');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Categories' }).fill('wood');
    await page.getByRole('option', { name: 'Woodland' }).click();
    await shows('Birch walk');
    // The URL holds all of it.
    await page.reload();
    await shows('Birch walk');
  });

  test('changes several records at once, and undoes it', async () => {
    for (const title of ['Oak fair', 'Pine fair']) await world.event({ title });
    const page = await enter('editor', '/events?tab=all&q=fair');
    const shows = (...names: string[]) => expect.poll(async () => (await namesIn(page)).toSorted()).toEqual(names);
    const act = async (name: string) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name }).click();
    };
    await shows('Oak fair', 'Pine fair');
    await act('Revert to draft');
    await page.getByText('2 events reverted to draft.').waitFor();
    await act('Publish');
    await page.getByText('2 events published.').waitFor();
    await act('Move to trash');
    await page.getByText('2 events moved to the trash.').waitFor();
    await shows();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await shows('Oak fair', 'Pine fair');
    await act('Move to trash');
    await shows();
    await page.getByRole('tab', { name: /^Trash/ }).click();
    await shows('Oak fair', 'Pine fair');
    await page.getByRole('button', { name: 'Actions for Oak fair' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await shows('Pine fair');
    await act('Delete permanently');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('“Pine fair” deleted permanently.').waitFor();
    const { events } = await world.get('/events?search=fair&status=any,trash', { as: 'editor' });
    expect(events).toMatchObject([{ title: 'Oak fair', status: 'draft' }]);
  });

  test('shows categories as a tree, and moves the children of a deleted one up', async () => {
    const top = await world.category({ name: 'Stage' });
    const middle = await world.category({ name: 'Dance', parent: top.id });
    await world.category({ name: 'Ballet', parent: middle.id });
    const page = await enter('editor', '/categories');
    const left = async (name: string) => (await page.getByRole('link', { name, exact: true }).boundingBox())?.x ?? 0;
    await page.getByRole('link', { name: 'Ballet' }).waitFor();
    const indents = [await left('Stage'), await left('Dance'), await left('Ballet')];
    expect(indents).toEqual(indents.toSorted((one, other) => one - other));
    expect(new Set(indents).size).toBe(3);
    await page.getByRole('button', { name: 'Actions for Dance' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Dance” deleted.').waitFor();
    await expect.poll(() => left('Ballet')).toBe(indents[1]);
  });

  test('escapes markup in all texts', async () => {
    const payloads = [
      '<img src=x onerror="window.hit=1">',
      '&lt;img src=x onerror="window.hit=1"&gt;',
      '"><svg onload="window.hit=1">',
      '{{constructor.constructor("window.hit=1")()}}',
    ];
    for (const [at, text] of payloads.entries()) {
      await world.category({ name: `Cat ${at} ${text}`, description: text });
      await world.event({
        title: `Hit ${at} ${text}`,
        description: text,
        excerpt: text,
        tags: [`Tag ${at} ${text}`],
        venue: { venue: `Hall ${at} ${text}`, city: text },
        organizer: { organizer: `Guild ${at} ${text}`, phone: text },
      });
    }
    const page = await enter('editor');
    const paths = [
      '/events?q=hit',
      '/calendar?view=listMonth&date=2027-07-01',
      '/venues',
      '/organizers',
      '/categories',
      '/tags',
    ];
    for (const path of paths) {
      await page.goto(`${world.address}/admin${path}`);
      await page
        .getByText(/^(Hit|Hall|Guild|Cat|Tag) 0/)
        .first()
        .waitFor();
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      expect(await page.evaluate('window.hit')).toBeUndefined();
      expect(await page.locator('#content [onerror], #content [onload]').count()).toBe(0);
    }
  });

  test('reports a lost connection, and loads the list on retry', async () => {
    const name = word('Reached ');
    await world.venue({ venue: name });
    const page = await enter('editor', '/events');
    await page.locator('table.records, .state').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Venues' }).click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name }).waitFor();
  });

  test('pages through a long list, also with the back button', async () => {
    for (let number = 10; number < 35; number++) await world.tag({ name: `Long ${number}` });
    const page = await enter('editor', '/tags?q=long');
    await page.getByText('1–20 of 25').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => namesIn(page)).toEqual([30, 31, 32, 33, 34].map((number) => `Long ${number}`));
    await page.goBack();
    await page.goForward();
    await page.getByText('21–25 of 25').waitFor();
  });
});
