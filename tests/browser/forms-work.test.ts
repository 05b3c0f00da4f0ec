// Edit conflicts, unsaved changes, leaving a form with them, and error messages of the console's forms.
import type { Dialog, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, type Visit } from '../harness/browser.js';
import { png } from '../harness/pictures.js';
import type { Answered } from '../harness/world.js';
import { choose, enterMoment, entry, holdUploads, openId, save, useForms } from './forms-harness.js';

const { world, enter } = useForms({ ALMANAC_LANGUAGES: 'en,fr' });

describe('an edit conflict', () => {
  const clash = async (): Promise<{ page: Page; id: number }> => {
    const { id } = await world.event({ title: 'Harvest Fair', cost: '5', website: 'https://old.example/' });
    const page = await enter('editor', `/events/${id}`);
    await page.getByLabel('Title').fill('My Fair');
    await entry(page, 'website').getByRole('textbox').fill('https://mine.example/');
    await world.send(`PATCH /events/${id}`, { title: 'Their Fair', cost: '9' });
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('heading', { name: /^\S+ changed this event on / }).waitFor();
    return { page, id };
  };

  test('shows both versions of each field, overwrites nothing, and saves the chosen ones', async () => {
    const { page, id } = await clash();
    const panel = page.getByRole('alert', { name: /^\S+ changed this event on / });
    const [theirs, yours] = [panel.getByLabel(/Theirs/), panel.getByLabel(/Yours/)];
    expect(await panel.getByRole('group').allInnerTexts()).toEqual([
      expect.stringMatching(/Title\s[\s\S]*Their Fair[\s\S]*My Fair/),
    ]);
    expect(await panel.innerText()).toMatch(/They also changed:\s+Cost: \$9/);
    expect(await panel.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Their Fair', website: 'https://old.example/' });
    await expectAccessible(page);

    await theirs.check();
    await yours.check();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect(await world.get(`/events/${id}`)).toMatchObject({
      title: 'My Fair',
      cost: '$9',
      website: 'https://mine.example/',
    });
  });

  test('keeps the other user’s version when it is chosen', async () => {
    const { page, id } = await clash();
    await page.getByLabel(/Theirs/).check();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Their Fair');
    await save(page, 'Update');
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Their Fair', website: 'https://mine.example/' });
  });

  test('is shown when restored changes meet a newer version', async () => {
    const { id } = await world.event({ title: 'Early Fair' });
    const page = await enter('editor', `/events/${id}`);
    await page.getByLabel('Title').fill('My Fair');
    await world.send(`PATCH /events/${id}`, { title: 'Their Fair' });
    await page.reload();
    await page.getByRole('heading', { name: /^\S+ changed this event on / }).waitFor();
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Their Fair' });
  });
});

describe('unsaved changes', () => {
  let event: Answered;
  beforeAll(async () => {
    event = await world.event({ title: 'Harvest Fair', description: 'Stalls.' });
  });

  test('are restored after a reload in every language, and removed after saving', async () => {
    const page = await enter('editor', `/events/${event.id}`);
    await page.getByLabel('Title').fill('Half typed');
    await page.getByRole('tab', { name: /French/ }).click();
    await page.getByRole('textbox', { name: 'Description' }).click();
    await page.keyboard.type('À moitié');
    await page.reload();
    await page.getByText(/Your unsaved changes from .* were restored/).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Half typed');
    await page.getByRole('tab', { name: /French/ }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).innerText()).toBe('À moitié');
    expect(await world.get(`/events/${event.id}`)).toMatchObject({ title: 'Harvest Fair' });
    await save(page, 'Update');
    expect(await world.get(`/events/${event.id}?i18n_language=fr`)).toMatchObject({ description: '<p>À moitié</p>' });
    await page.reload();
    await page.getByLabel('Title').waitFor();
    expect(await page.getByText(/Your unsaved changes/).count()).toBe(0);
  });

  test('can be discarded, and never contain a password', async () => {
    const page = await enter('editor', `/events/${event.id}`);
    const title = await page.getByLabel('Title').inputValue();
    await page.getByLabel('Title').fill('Regretted');
    await page.locator('details > summary').click();
    await entry(page, 'password').locator('input[type=password]').fill('open sesame');
    await page.reload();
    await page.getByText(/Your unsaved changes/).waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('open sesame');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
    await page.reload();
    await page.getByLabel('Title').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
  });

  test('of a new record are restored, for the same user only', async () => {
    const page = await enter('editor', '/venues/new');
    await page.getByLabel('Venue').fill('Half a Barn');
    await page.reload();
    await expect.poll(() => page.getByLabel('Venue').inputValue()).toBe('Half a Barn');
    const other = await enter('author', '/venues/new');
    await other.getByLabel('Venue').waitFor();
    expect(await other.getByLabel('Venue').inputValue()).toBe('');
  });

  test('ask for confirmation before a link leaves the page', async () => {
    const page = await enter('editor', '/venues/new');
    await page.getByLabel('Venue').fill('Half a Barn');
    await page.getByRole('link', { name: 'Organizers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Venue').inputValue()).toBe('Half a Barn');
    await page.getByRole('link', { name: 'Organizers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Organizers', exact: true }).waitFor();
  });
});

/** A new venue, opened from the list so that there is a page to go back to. */
async function newVenue(): Promise<Visit> {
  const page = await enter('editor', '/venues');
  await page.getByRole('link', { name: 'New venue' }).first().click();
  await page.getByLabel('Venue').waitFor();
  return page;
}

const question = (page: Visit) => page.getByRole('dialog', { name: 'Leave without saving?' });
const venues = (page: Visit) => page.getByRole('heading', { name: 'Venues', level: 1 });
const pathOf = (page: Visit) => new URL(page.url()).pathname;

/** The browser's own dialog, which `leave` must open. */
async function beforeUnloadDialog(page: Visit, leave: () => Promise<unknown>): Promise<Dialog> {
  const dialog = page.waitForEvent('dialog');
  await leave();
  return dialog;
}

const reload = (page: Visit) => () => page.evaluate('void setTimeout(() => location.reload())');
const close = (page: Visit) => () => page.close({ runBeforeUnload: true });

describe('the back button', () => {
  test('asks before it leaves unsaved changes, as often as it is pressed', async () => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Half a Barn');
    for (let time = 0; time < 2; time++) {
      await page.goBack();
      await question(page).getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => pathOf(page)).toBe('/admin/venues/new');
      expect(await page.getByLabel('Venue').inputValue()).toBe('Half a Barn');
    }
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await venues(page).waitFor();
    expect(pathOf(page)).toBe('/admin/venues');
  });

  test('asks again for changes made after the first save', async () => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Town Barn');
    await save(page, 'Publish');
    const id = await openId(page);
    await page.getByLabel('City').fill('Oakton');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/venues/${id}`);
    expect(await page.getByLabel('City').inputValue()).toBe('Oakton');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await venues(page).waitFor();
  });

  test('asks nothing when there are no changes, or when they are saved', async () => {
    const page = await newVenue();
    await page.goBack();
    await venues(page).waitFor();
    await page.goForward();
    await page.getByLabel('Venue').fill('Quiet Barn');
    await save(page, 'Publish');
    await openId(page);
    await page.goBack();
    await venues(page).waitFor();
    expect(await question(page).count()).toBe(0);
  });
});

describe('reloading and closing the tab', () => {
  test.each([
    ['reloading', reload],
    ['closing', close],
  ] as const)('%s asks before it leaves unsaved changes, and staying keeps them', async (_, leaveBy) => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Half a Barn');
    const dialog = await beforeUnloadDialog(page, leaveBy(page));
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await page.getByLabel('Venue').inputValue()).toBe('Half a Barn');
    expect(page.isClosed()).toBe(false);
  });

  test('asks nothing when the changes are saved', async () => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Kept Barn');
    await save(page, 'Publish');
    await openId(page);
    const dialogs: Dialog[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog);
      await dialog.accept();
    });
    const loaded = page.waitForEvent('load');
    await reload(page)();
    await loaded;
    await expect.poll(() => page.getByLabel('Venue').inputValue()).toBe('Kept Barn');
    // Browsers show a `beforeunload` dialog only after user activation.
    await page.getByLabel('Venue').click();
    const closed = page.waitForEvent('close');
    await close(page)();
    await closed;
    expect(dialogs).toEqual([]);
  });
});

test('asks for the alternative text of an uploaded picture, and a save waits for it', async () => {
  const page = await enter('editor', '/events/new');
  await page.getByLabel('Title').fill('Described');
  const upload = { name: 'fair.png', mimeType: 'image/png', buffer: await png(62, 48) };
  await entry(page, 'image').locator('input[type=file]').setInputFiles(upload);
  await entry(page, 'image').getByLabel('Alternative text').fill('Stalls under trees');
  await save(page, 'Publish');
  const { image } = await world.get(`/events/${await openId(page)}`);
  expect(await world.get(`/media/${image.id}`)).toMatchObject({ alt_text: 'Stalls under trees' });
  await page.reload();
  await entry(page, 'image').getByRole('img', { name: 'Stalls under trees' }).waitFor();
  expect(await entry(page, 'image').getByLabel('Alternative text').count()).toBe(0);
});

describe('a save during an upload', () => {
  /** A new event whose picture is being uploaded, saved before the upload ends. */
  async function saveEarly(title: string, picture: Buffer) {
    const page = await enter('editor', '/events/new');
    const release = await holdUploads(page);
    await page.getByLabel('Title').fill(title);
    const upload = { name: 'fair.png', mimeType: 'image/png', buffer: picture };
    await entry(page, 'image').locator('input[type=file]').setInputFiles(upload);
    await entry(page, 'image').getByText('Uploading…').waitFor();
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.click();
    await expect.poll(() => publish.getAttribute('aria-busy')).toBe('true');
    return { page, publish, release };
  }

  test('waits for the picture', async () => {
    const { page, release } = await saveEarly('With its picture', await png(64, 48));
    release();
    await page.getByText('“With its picture” is published').waitFor();
    expect(await world.get(`/events/${await openId(page)}`)).toMatchObject({ image: { width: 64, height: 48 } });
  });

  test('saves nothing when the upload fails', async () => {
    const { page, publish, release } = await saveEarly('Without its picture', Buffer.from('not a picture'));
    release();
    await entry(page, 'image').getByRole('alert').waitFor();
    await expect.poll(() => publish.isEnabled()).toBe(true);
    expect((await world.get('/events?search=without&status=any', { as: 'editor' })).total).toBe(0);
    await save(page, 'Publish');
  });
});

test('a dialog takes the focus with its first frame, and never from a field in use', async () => {
  const page = await enter('editor', '/events/new');
  await page.getByLabel('Title').fill('Fair');
  // No frame comes until the end of the test.
  await page.evaluate('window.requestAnimationFrame = () => 0');
  await choose(page, 'venue', 'Quiet Barn', /New venue “Quiet Barn”/);
  const dialog = page.getByRole('dialog', { name: 'New venue' });
  await dialog.getByLabel('Venue').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('City').fill('Oakton');
  expect(await dialog.getByLabel('Venue').inputValue()).toBe('Quiet Barn');
  expect(await dialog.getByLabel('City').inputValue()).toBe('Oakton');
});

describe('an error', () => {
  test('is shown beside its field, which gets the focus', async () => {
    const page = await enter('editor', '/events/new');
    await enterMoment(page, 'start_date', '2027-05-02', '10:00');
    await enterMoment(page, 'end_date', '2027-05-01', '10:00');
    await page.getByRole('button', { name: 'Publish' }).click();
    const title = page.getByLabel('Title');
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
    expect(await entry(page, 'title').locator('.error').innerText()).toMatch(/\S/);
    expect(await title.and(page.locator(':focus')).count()).toBe(1);
    expect(await page.getByRole('alert').first().innerText()).toMatch(
      /Fix 2 errors to save\s+Title: Required\s+End date: The end is before the start\./,
    );

    await title.fill('Backwards');
    await page.getByRole('button', { name: 'Publish' }).click();
    await entry(page, 'end_date').getByText('The end is before the start.').waitFor();
    await expectAccessible(page);
    expect((await world.get('/events?search=Backwards&status=any', { as: 'editor' })).total).toBe(0);
  });

  test('in another language or a collapsed section is scrolled into view', async () => {
    const { id } = await world.event({ title: 'Fair' });
    await world.send(`PATCH /events/${id}?i18n_language=fr`, { title: 'Foire' });
    const page = await enter('editor', `/events/${id}`);
    await page.getByRole('tab', { name: /French/ }).click();
    await page.getByLabel('Title').fill('');
    await page.getByRole('tab', { name: /English/ }).click();
    await page.getByLabel('Title').fill('Great fair');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => page.getByRole('tab', { name: /French/ }).getAttribute('aria-selected')).toBe('true');
    await entry(page, 'title').locator('.error').waitFor();
    await page.getByLabel('Title').fill('Grande foire');
    await page.locator('details > summary').click();
    await entry(page, 'slug').getByRole('textbox').fill('grande');
    await save(page, 'Update');
    expect(await world.get(`/events/${id}?i18n_language=fr`)).toMatchObject({ title: 'Grande foire', slug: 'grande' });
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Great fair' });
  });

  test('is marked on the tab of its language, distinct from unsaved and untranslated', async () => {
    const { id } = await world.event({ title: 'Marked' });
    const page = await enter('editor', `/events/${id}`);
    const tabs = page.getByRole('tab');
    await page.getByLabel('Title').waitFor();
    expect(await tabs.allInnerTexts()).toEqual(['English', 'French (not translated)']);
    await page.getByRole('tab', { name: /French/ }).click();
    await page.getByLabel('Title').fill('Repéré');
    await page.getByRole('tab', { name: 'French unsaved changes', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'English', exact: true }).click();
    await page.getByLabel('Title').fill('');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('tab', { name: 'English has errors', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'French unsaved changes', exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('of an upload shows the message of the server', async () => {
    const page = await enter('editor', '/events/new');
    const file = { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
    await entry(page, 'image').locator('input[type=file]').setInputFiles(file);
    const alert = entry(page, 'image').getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toBe('Must be a JPEG, PNG, WebP, GIF or AVIF image.');
  });

  test('in a dialog is shown in the dialog', async () => {
    const page = await enter('editor', '/events/new');
    await choose(page, 'venue', '', /New venue…/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create venue' }).click();
    await expect.poll(() => dialog.getByLabel('Venue').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  });
});
