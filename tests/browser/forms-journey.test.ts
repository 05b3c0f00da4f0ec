// Whole tasks in the forms: publishing a bilingual event, scheduling, trash and restore, keyboard only, daylight saving.
import { describe, expect, test } from 'vitest';
import { expectAccessible, type Visit } from '../harness/browser.js';
import { chooseInBar, signIn } from '../harness/console.js';
import { drawn } from '../harness/pictures.js';
import { choose, enterMoment, entry, openId, save, useForms } from './forms-harness.js';

const { world, open, enter } = useForms({ ALMANAC_LANGUAGES: 'en,fr' });

describe('an editor', () => {
  test('signs in, publishes a bilingual event with venue, organizer, terms and image, trashes and restores it', async () => {
    const music = await world.category({ name: 'Music' });
    const folk = await world.category({ name: 'Folk', parent: music.id });
    const free = await world.tag({ name: 'outdoors' });
    const guild = await world.organizer({ organizer: 'Mill Guild' });

    const page = await open('/events/new');
    await signIn(page, 'world-editor');

    await page.getByLabel('Title').fill('Harvest Fair');
    await page.getByRole('textbox', { name: 'Description' }).click();
    await page.keyboard.type('Stalls and music.');
    await enterMoment(page, 'start_date', '2027-10-09', '10:00');
    await enterMoment(page, 'end_date', '2027-10-09', '18:30');
    await choose(page, 'timezone', 'paris', /Europe\/Paris/);

    // A new venue is created in a dialog.
    await choose(page, 'venue', 'Town Barn', /New venue “Town Barn”/);
    const dialog = page.getByRole('dialog', { name: 'New venue' });
    await expect.poll(() => dialog.getByLabel('Venue').inputValue()).toBe('Town Barn');
    await dialog.getByLabel('City').fill('Oakton');
    await dialog.getByRole('button', { name: 'Create venue' }).click();
    await entry(page, 'venue').getByText('Town Barn').waitFor();
    await choose(page, 'organizer', 'mill', 'Mill Guild');

    await entry(page, 'categories').getByLabel('Folk').check();
    await choose(page, 'tags', 'outd', 'outdoors');
    await choose(page, 'tags', 'cider', /New tag “cider”/);

    const image = await drawn(640, 480).jpeg().toBuffer();
    await entry(page, 'image')
      .locator('input[type=file]')
      .setInputFiles({ name: 'fair.jpg', mimeType: 'image/jpeg', buffer: image });
    await entry(page, 'image').getByRole('img').waitFor();

    await entry(page, 'cost').getByRole('textbox').fill('5, 12');
    await entry(page, 'cost').getByText('Shown as $5 – $12').waitFor();
    await page.getByRole('button', { name: 'Add ticket' }).click();
    const ticket = page.getByRole('group', { name: 'Ticket 1' });
    await ticket.getByLabel('Name').fill('Adults');
    await ticket.getByLabel('Price').fill('12');

    await page.getByRole('tab', { name: /French/ }).click();
    expect(await page.getByLabel('Title').getAttribute('placeholder')).toBe('Harvest Fair');
    await page.getByLabel('Title').fill('Fête des moissons');
    await save(page, 'Publish');

    const id = await openId(page);
    expect(await world.get(`/events/${id}`)).toMatchObject({
      title: 'Harvest Fair',
      description: '<p>Stalls and music.</p>',
      status: 'publish',
      start_date: '2027-10-09 10:00:00',
      end_date: '2027-10-09 18:30:00',
      timezone: 'Europe/Paris',
      cost: '$5 – $12',
      show_map: true,
      show_map_link: true,
      venue: { venue: 'Town Barn', city: 'Oakton', status: 'publish' },
      organizer: [{ id: guild.id }],
      categories: [{ id: folk.id }],
      tags: expect.arrayContaining([
        expect.objectContaining({ id: free.id }),
        expect.objectContaining({ name: 'cider' }),
      ]),
      image: { width: 640, height: 480 },
      tickets: [{ name: 'Adults', price: 12, currency: 'USD' }],
    });
    expect(await world.get(`/events/${id}?i18n_language=fr`)).toMatchObject({
      title: 'Fête des moissons',
      slug: 'fete-des-moissons',
      description: '<p>Stalls and music.</p>',
    });

    await chooseInBar(page, 'Move to trash');
    await page.waitForURL('**/admin/events');
    expect((await world.ask(`GET /events/${id}`)).statusCode).not.toBe(200);

    // Opened from the trash and restored.
    await page.goto(`${world.address}/admin/events/${id}`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await save(page, 'Publish');
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Harvest Fair', status: 'publish' });
  });

  test('gets the page of a published event to view, to copy and as a QR code, on a phone as well', async () => {
    const page = await enter('editor', '/events/new', {
      viewport: { width: 390, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel('Title').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Title').fill('Repair café');
    // The slug comes with the preview of the service. Its publication date, the present moment, is not shown as chosen.
    await entry(page, 'slug').locator('.outcome').waitFor({ state: 'attached' });
    expect(await entry(page, 'date').locator('input[type=date]').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('status').getByText('“Repair café” is published').waitFor();
    const { url } = await world.get(`/events/${await openId(page)}`);
    const outcome = page.locator('.save-outcome');
    expect(await outcome.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(url);
    await outcome.getByRole('button', { name: 'Copy link' }).click();
    await outcome.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
    await outcome.getByRole('button', { name: 'QR code' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'QR code of “Repair café”' });
    const code = dialog.getByRole('img', { name: `QR code that opens ${url}` });
    await code.waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('dialog img').naturalWidth > 0")).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // A plain save is a message that leaves the buttons at the bottom free.
    await page.getByLabel('Title').fill('Repair café in May');
    await save(page, 'Update');
    await outcome.waitFor({ state: 'detached' });
    const [message, bar] = await Promise.all(['.toast', '.record-actions'].map((at) => page.locator(at).boundingBox()));
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  });

  test('schedules an event and publishes it earlier', async () => {
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill('Later Fair');
    await page.getByRole('button', { name: 'Schedule…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    expect(await dialog.innerText()).toContain('All times in America/New York');
    await dialog.getByLabel('Publish on').fill('2020-01-01');
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose a time in the future.').waitFor();
    const next = new Date().getUTCFullYear() + 1;
    await dialog.getByLabel('Publish on').fill(`${next}-02-01`);
    await dialog.getByLabel('Publish at: time').fill('08:30');
    await page.keyboard.press('Enter');
    await page.getByText(/^“Later Fair” is scheduled for /).waitFor();
    const id = await openId(page);
    const stored = { title: 'Later Fair', status: 'future', date: `${next}-02-01 08:30:00` };
    expect(await world.get(`/events/${id}`, { as: 'editor' })).toMatchObject(stored);
    await page.locator('.record-state').getByText('Scheduled').waitFor();
    expect(await page.locator('.record-state').innerText()).toMatch(/1 Feb|Feb 1/);
    expect(await entry(page, 'status').getByRole('combobox').inputValue()).toBe('future');
    await entry(page, 'date').locator('input[type=date]').fill(`${next}-03-01`);
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await page.getByText(/^“Later Fair” is scheduled for .*(Mar 1|1 Mar)/).waitFor();

    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.locator('.record-state').getByText('Published').waitFor();
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Later Fair', status: 'publish' });
  });

  test('sees title, dates and venue above the long texts, and one field for state or province', async () => {
    const page = await enter('editor', '/events/new');
    await entry(page, 'description').waitFor();
    const top = async (name: string) => (await entry(page, name).boundingBox())?.y ?? 0;
    const tops = [await top('title'), await top('start_date'), await top('venue'), await top('description')];
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await page.goto(`${world.address}/admin/venues/new`);
    await entry(page, 'stateprovince').waitFor();
    expect(await entry(page, 'state').or(entry(page, 'province')).count()).toBe(0);
    await page.getByLabel('Venue').fill('Maple Hall');
    await page.getByLabel('Country').fill('Canada');
    await page.getByLabel('State or province').fill('QC');
    await save(page, 'Publish');
    const { province, stateprovince } = await world.get(`/venues/${await openId(page)}`);
    expect([province, stateprovince]).toEqual(['QC', 'QC']);
  });

  test('undoes moving an event to the trash', async () => {
    const { id } = await world.event({ title: 'Back again' });
    const page = await enter('editor', `/events/${id}`);
    await chooseInBar(page, 'Move to trash');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Back again' }).waitFor();
    expect(await world.get(`/events/${id}`)).toMatchObject({ status: 'publish' });
  });

  test('creates an event by keyboard', async () => {
    const page = await enter('editor', '/events');
    const press = async (key: string, times = 1) => {
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
    };
    const reach = async (name: RegExp | string, role: Parameters<typeof page.getByRole>[0]) => {
      const wanted = page.getByRole(role, { name }).and(page.locator(':focus'));
      for (let step = 0; step < 80; step++) {
        if (await wanted.count()) return;
        await press('Tab');
      }
      throw new Error(`the Tab key never comes to ${name}`);
    };
    await reach(/^New event/, 'link');
    await press('Enter');
    await page.getByLabel('Title').waitFor();
    await reach(/^Title/, 'textbox');
    await page.keyboard.type('Typed Fair');
    await reach(/^Venue/, 'combobox');
    await page.keyboard.type('Keyboard Hall');
    await page.getByRole('option', { name: /New venue “Keyboard Hall”/ }).waitFor();
    await press('ArrowUp');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await reach(/^Create venue/, 'button');
    await press('Enter');
    await entry(page, 'venue').getByText('Keyboard Hall').waitFor();
    await reach('Description', 'textbox');
    await page.keyboard.type('Plain and ');
    await press('Control+b');
    await page.keyboard.type('bold');
    await press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    const id = await openId(page);
    expect(await world.get(`/events/${id}`, { as: 'editor' })).toMatchObject({
      title: 'Typed Fair',
      description: '<p>Plain and <b>bold</b></p>',
      status: 'draft',
      venue: { venue: 'Keyboard Hall' },
    });
  });

  test('saves wall-clock times as typed in the night of a daylight-saving change', async () => {
    // The browser's time zone must not matter.
    const page = await enter('editor', '/events/new', { timezoneId: 'Asia/Tokyo' });
    await page.getByLabel('Title').fill('Night Watch');
    await choose(page, 'timezone', 'europe/paris', /Europe\/Paris/);
    // In this night 02:30 occurs twice.
    await enterMoment(page, 'start_date', '2027-10-31', '02:30');
    expect(await entry(page, 'end_date').locator('input[type=time]').inputValue()).toBe('03:30');
    await save(page, 'Publish');
    const id = await openId(page);
    expect(await world.get(`/events/${id}`)).toMatchObject({
      start_date: '2027-10-31 02:30:00',
      end_date: '2027-10-31 03:30:00',
      utc_start_date: '2027-10-31 00:30:00',
      utc_end_date: '2027-10-31 02:30:00',
    });
    await page.reload();
    expect(await entry(page, 'start_date').locator('input[type=time]').inputValue()).toBe('02:30');
    await page.getByLabel('Title').fill('Long Night Watch');
    await save(page, 'Update');
    expect(await world.get(`/events/${id}`)).toMatchObject({
      title: 'Long Night Watch',
      start_date: '2027-10-31 02:30:00',
    });
  });

  test('enters an all-day event without times', async () => {
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill('Open Day');
    await entry(page, 'all_day').getByRole('checkbox').check();
    expect(await page.locator('[data-field=start_date] input[type=time]').count()).toBe(0);
    await enterMoment(page, 'start_date', '2027-08-01');
    await enterMoment(page, 'end_date', '2027-08-03');
    await save(page, 'Publish');
    expect(await world.get(`/events/${await openId(page)}`)).toMatchObject({
      all_day: true,
      start_date: '2027-08-01 00:00:00',
      end_date: '2027-08-03 23:59:59',
    });
  });
});

// Date fields hold the event's wall clock, whatever the time zone of the browser. Near midnight a value that went through
// the browser's own zone would show another day.
describe.each(['Asia/Tokyo', 'America/Los_Angeles'])('in a browser in %s', (timezoneId) => {
  const openIn = (path: string) => enter('editor', path, { timezoneId });

  const shown = async (page: Visit, name: string) => [
    await entry(page, name).locator('input[type=date]').inputValue(),
    await entry(page, name).locator('input[type=time]').inputValue(),
  ];

  test('a form shows and saves the event’s own date and time on both sides of midnight', async () => {
    const span = { start_date: '2027-10-09 23:45:00', end_date: '2027-10-10 00:15:00' };
    const { id } = await world.event({ title: `Watch in ${timezoneId}`, timezone: 'Europe/Paris', ...span });
    const page = await openIn(`/events/${id}`);
    await page.getByLabel('Title').waitFor();
    expect(await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe(timezoneId);
    expect(await shown(page, 'start_date')).toEqual(['2027-10-09', '23:45']);
    expect(await shown(page, 'end_date')).toEqual(['2027-10-10', '00:15']);

    await page.getByLabel('Title').fill(`Night in ${timezoneId}`);
    await save(page, 'Update');
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: `Night in ${timezoneId}`, ...span });

    await enterMoment(page, 'start_date', '2027-12-31', '23:30');
    expect(await shown(page, 'end_date')).toEqual(['2028-01-01', '00:00']);
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect
      .poll(() => world.get(`/events/${id}`))
      .toMatchObject({
        start_date: '2027-12-31 23:30:00',
        end_date: '2028-01-01 00:00:00',
        utc_start_date: '2027-12-31 22:30:00',
      });
    await page.goto(`${world.address}/admin/events?tab=all&q=${timezoneId}`);
    await page.locator('td', { hasText: 'Dec 31, 2027' }).waitFor();
  });

  test('a form shows and saves the same days of an all-day event', async () => {
    const { id } = await world.event({
      title: 'Open Days',
      all_day: true,
      start_date: '2027-08-01',
      end_date: '2027-08-02',
    });
    const page = await openIn(`/events/${id}`);
    const days = page.locator('[data-field=start_date] input, [data-field=end_date] input');
    await days.nth(1).waitFor();
    expect([await days.nth(0).inputValue(), await days.nth(1).inputValue()]).toEqual(['2027-08-01', '2027-08-02']);
    await enterMoment(page, 'end_date', '2027-08-03');
    await save(page, 'Update');
    expect(await world.get(`/events/${id}`)).toMatchObject({
      start_date: '2027-08-01 00:00:00',
      end_date: '2027-08-03 23:59:59',
    });
  });

  test('a new event and a schedule start at the next full hour of the site', async () => {
    const page = await openIn('/events');
    await page.clock.setFixedTime('2027-07-01T03:50:00Z');
    await page.getByRole('link', { name: 'New event' }).first().click();
    await page.getByLabel('Title').waitFor();
    // 23:50 on the 30th of June in New York.
    expect(await shown(page, 'start_date')).toEqual(['2027-07-01', '00:00']);
    expect(await shown(page, 'end_date')).toEqual(['2027-07-01', '01:00']);
    await page.getByRole('button', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    expect(await dialog.locator('input[type=date]').inputValue()).toBe('2027-07-02');
    expect(await dialog.locator('input[type=time]').inputValue()).toBe('00:00');
    // It would keep its clock.
    await page.context().close();
  });
});

describe('a contributor', () => {
  test('submits an event for review, but cannot publish it', async () => {
    const page = await enter('contributor', '/events/new');
    await page.getByLabel('Title').fill('Proposal');
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    expect(await entry(page, 'image').getByRole('button', { name: 'Upload' }).count()).toBe(0);
    await save(page, 'Submit for review');
    const id = await openId(page);
    expect(await world.get(`/events/${id}`, { as: 'editor' })).toMatchObject({ title: 'Proposal', status: 'pending' });
    await expect
      .poll(() => entry(page, 'status').getByRole('option').allTextContents())
      .toEqual(['Draft', 'Pending review']);

    // A contributor cannot edit a published event.
    await world.send(`PATCH /events/${id}`, { status: 'publish' });
    await page.reload();
    await page.getByText('You can view this, but not edit it.').waitFor();
    expect(await page.getByRole('button', { name: /Update|Save|Publish/ }).count()).toBe(0);
  });
});
