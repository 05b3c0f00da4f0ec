// Journeys of an editor in the console, in this order: each goes on where the last one ended.
import { typeDate, typeTime } from './dates.js';
import type { Journey, JourneyPage, Name } from './page.js';
import type { DemoSite } from './site.js';

const field = (name: string): string => `[data-field="${name}"]`;

const button = (page: JourneyPage, name: Name) => page.click('button', name);

async function typeMoment(page: JourneyPage, name: string, day: string, time: string): Promise<void> {
  await typeDate(page, `${field(name)} input[type=date]`, day);
  await typeTime(page, `${field(name)} input[type=time]`, time);
}

/** Types into a combobox and clicks a suggestion. */
async function choose(page: JourneyPage, name: string, typed: string, suggestion: Name): Promise<void> {
  await page.fill(`${field(name)} [role=combobox]`, typed);
  await page.click('[role=option]', suggestion);
}

/** A native select by keyboard: its popup is drawn by the system and cannot be clicked by a program. */
async function pick(page: JourneyPage, css: string, typed: string, value: string): Promise<void> {
  await page.focusOn(css);
  await page.keys(typed);
  await page.equals(`the choice of ${css}`, value, () => page.value(css));
  await page.keys('Tab');
}

export async function signIn(page: JourneyPage, { user, password }: DemoSite): Promise<void> {
  await page.open('/admin');
  await page.fill('input[autocomplete=username]', user);
  await page.fill('input[type=password]', password);
  await button(page, 'Sign in');
  await page.see('.frame main h1');
}

interface Listed {
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

export const editorJourneys = (site: DemoSite): readonly Journey[] => {
  const eventsNamed = async (title: string) =>
    (await site.api<Listed>('GET', `/events?search=${encodeURIComponent(title)}&start_date=2027-01-01&per_page=50`))
      .events;
  const eventNamed = async (title: string) => {
    const [event] = await eventsNamed(title);
    if (!event) throw new Error(`the service has no event “${title}”`);
    return event;
  };
  const expectStored = async (title: string, wanted: Readonly<Record<string, unknown>>) => {
    const event = await eventNamed(title);
    // Firefox writes a space before a tag as one that does not break.
    for (const [name, value] of Object.entries(wanted))
      if (JSON.stringify(event[name])?.replaceAll('\u00a0', ' ') !== JSON.stringify(value))
        throw new Error(`${name} is ${JSON.stringify(event[name])} instead of ${JSON.stringify(value)}`);
  };
  const menu = async (page: JourneyPage, action: string) => {
    await page.click('.record-bar [aria-haspopup=menu]');
    await page.click('[role=menuitem]', action);
  };
  return [
    {
      name: 'sign in',
      play: async (page) => {
        await page.open('/admin');
        await page.fill('input[autocomplete=username]', site.user);
        await page.fill('input[type=password]', 'not this one');
        await page.keys('Enter');
        await page.see('[role=alert]', /Incorrect username or password/);
        await signIn(page, site);
      },
    },
    {
      name: 'create an event with a new venue, a category and an image',
      play: async (page) => {
        await page.open('/admin/events/new');
        await page.equals('the focus', true, () =>
          page.evaluate(`document.activeElement?.matches('${field('title')} input')`),
        );
        await page.keys('Harvest Fair');
        const suggested = await page.value(`${field('start_date')} input[type=date]`);
        if (Math.abs(Date.parse(suggested) - Date.now()) > 2 * 86_400_000)
          throw new Error(`the first date is ${suggested}`);
        await typeMoment(page, 'start_date', '2027-10-09', '10:00');
        await typeMoment(page, 'end_date', '2027-10-09', '18:30');
        await choose(page, 'venue', 'Town Barn', /New venue “Town Barn”/);
        await page.see('dialog[open] h2', 'New venue');
        await page.fill(`dialog ${field('city')} input`, 'Oakton');
        await page.click('dialog button', 'Create venue');
        await page.gone('dialog[open]');
        await page.click(`${field('categories')} input`, /^Family/);
        await page.click(`${field('description')} [contenteditable]`);
        await page.keys('Stalls and ', 'Control+b', 'music');
        await page.browser.chooseFile(`${field('image')} input[type=file]`, site.picture);
        await page.see(`${field('image')} img`);
        await button(page, 'Publish');
        await page.see('.save-outcome', /“Harvest Fair” is published/);
        await expectStored('Harvest Fair', {
          start_date: '2027-10-09 10:00:00',
          end_date: '2027-10-09 18:30:00',
          status: 'publish',
          description: '<p>Stalls and <b>music</b></p>',
        });
        await button(page, 'QR code');
        await page.until('the QR code', () => page.evaluate(`document.querySelector('dialog img')?.naturalWidth > 0`));
        await page.keys('Escape');
        await page.gone('dialog[open]');
      },
    },
    {
      name: 'edit an event',
      play: async (page) => {
        const { id } = await eventNamed('Harvest Fair');
        await page.open(`/admin/events/${id}`);
        await page.fill(`${field('title')} input`, 'Harvest Market');
        await page.keys('Control+s');
        await page.see('.toast', /Saved/);
        await expectStored('Harvest Market', { id });
      },
    },
    {
      name: 'recurring event',
      play: async (page) => {
        await page.open('/admin/events/new?start_date=2027-07-01+19:00:00&end_date=2027-07-01+21:00:00');
        await page.fill(`${field('title')} input`, 'River Choir');
        await pick(page, `${field('recurrence')} select`, 'Weekly', 'WEEKLY');
        await page.fill(`${field('recurrence')} input.short`, '2');
        await pick(page, `${field('recurrence')} select[id$=-end]`, 'after', 'count');
        await page.fill(`${field('recurrence')} [aria-label="Number of dates"]`, '6');
        await page.see(field('recurrence'), /Every second Thursday/);
        await button(page, 'Publish');
        await page.see('.save-outcome', /“River Choir” is published/);
        const days = (await eventsNamed('River Choir')).map(({ start_date }) => String(start_date).slice(0, 10));
        if (days.join() !== '2027-07-01,2027-07-15,2027-07-29,2027-08-12,2027-08-26,2027-09-09')
          throw new Error(days.join());
      },
    },
    {
      name: 'venue',
      play: async (page) => {
        await page.open('/admin/venues/new');
        await page.fill(`${field('venue')} input`, 'Maple Hall');
        await page.fill(`${field('address')} input`, '1 Mill Road');
        await button(page, 'Set on map');
        await page.see('.leaflet-tile-loaded');
        await button(page, 'Publish');
        await page.see('.save-outcome', /“Maple Hall” is published/);
      },
    },
    {
      name: 'trash and undo',
      play: async (page) => {
        const { id } = await eventNamed('Harvest Market');
        await page.open(`/admin/events/${id}`);
        await menu(page, 'Move to trash');
        await page.at(/\/admin\/events$/);
        await page.click('.toast-action', 'Undo');
        await page.see('h1', 'Harvest Market');
        await expectStored('Harvest Market', { status: 'publish' });
      },
    },
    {
      name: 'calendar: quick create and drag',
      play: async (page) => {
        await page.open('/admin/calendar?view=dayGridMonth&date=2027-10-01');
        await page.see('.ec-event', /Harvest Market/);
        const from = await page.pointOf('.ec-event', /Harvest Market/);
        const width = await page.evaluate<number>(
          `document.querySelector('.ec-day-grid .ec-body .ec-day').getBoundingClientRect().width`,
        );
        const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => ({ x: from.x - part * width, y: from.y }));
        await page.browser.pointer(steps);
        await page.see('.toast', /“Harvest Market” moved/);
        await expectStored('Harvest Market', { start_date: '2027-10-08 10:00:00' });
        await page.click('.toast-action', 'Undo');
        await page.until(
          'the former date',
          async () => (await eventNamed('Harvest Market')).start_date === '2027-10-09 10:00:00',
        );
        await button(page, 'Quick create');
        await page.see('dialog[open]');
        await page.keys('Film night 12 Nov 2027 8pm');
        await page.keys('Escape');
        await page.gone('dialog[open]');
      },
    },
    {
      name: 'find everything',
      play: async (page) => {
        await page.open('/admin');
        await page.see('main h1');
        await page.keys('Control+k');
        await page.see('dialog[open] [role=combobox]');
        await page.keys('harvest mark');
        await page.see('[role=option]', /Harvest Market/);
        await page.keys('Enter');
        await page.see('h1', 'Harvest Market');
      },
    },
    {
      name: 'review a submission',
      play: async (page) => {
        await page.open('/admin/review');
        await page.see('article', /Street Piano Day/);
        await page.click('button', 'Approve Street Piano Day');
        await page.see('.toast', /“Street Piano Day” is published/);
        await expectStored('Street Piano Day', { start_date: '2027-06-05 14:30:00' });
      },
    },
    {
      name: 'webhook',
      play: async (page) => {
        await page.open('/admin/webhooks/new');
        await page.fill(`${field('url')} input`, site.receiverUrl);
        await page.click('fieldset input', 'Published');
        await button(page, 'Save');
        await page.see('dialog output.secret');
        await page.click('dialog button', 'Done');
        await button(page, 'Send a test');
        await page.see('.toast', /The test was accepted: HTTP 204/);
        if (!site.received.some((body) => body.includes('webhook.test'))) throw new Error('no message was received');
      },
    },
    {
      name: 'settings',
      play: async (page) => {
        await page.open('/admin/settings');
        await page.fill(`${field('tagline')} input`, 'Everything on in town');
        await button(page, 'Save');
        await page.see('.toast', /Settings saved/);
        await page.open('/');
        await page.see('.foot', /Everything on in town/);
      },
    },
    {
      name: 'light and dark',
      play: async (page) => {
        await page.open('/admin/events');
        const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        await page.see('main h1');
        const first = await paper();
        await page.click('.side-foot button', /theme|Light|Dark/);
        await page.until('another color', async () => (await paper()) !== first);
        await page.click('.side-foot button', /theme|Light|Dark/);
        await page.until('the first color', async () => (await paper()) === first);
      },
    },
    {
      name: 'sign out',
      play: async (page) => {
        await page.open('/admin');
        await button(page, 'Sign out');
        await page.see('input[type=password]');
        await page.open('/admin/events');
        await page.see('input[type=password]');
      },
    },
  ];
};
