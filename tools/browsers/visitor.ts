// Journeys of a visitor on the public pages.
import { typeDate, typeTime } from './dates.js';
import type { Journey, JourneyPage } from './page.js';
import type { DemoSite } from './site.js';

const paper = (page: JourneyPage) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

/** Presses Tab until the focus is on the element, which must show it. */
async function tabTo(page: JourneyPage, css: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keys('Tab');
    if (!(await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(css)})`))) continue;
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    if (outline === 'none') throw new Error(`${css} does not show that it has the focus`);
    return;
  }
  throw new Error(`the Tab key never comes to ${css}`);
}

/** The file behind a link, fetched as a calendar app would. */
async function calendarAt(page: JourneyPage, css: string): Promise<string> {
  const href = await page.evaluate<string>(`document.querySelector(${JSON.stringify(css)}).href`);
  const response = await fetch(href.replace(/^webcal:/, 'http:'));
  const text = await response.text();
  if (!text.startsWith('BEGIN:VCALENDAR')) throw new Error(`${href} is no calendar: ${response.status}`);
  return text;
}

export const visitorJourneys = (site: DemoSite): readonly Journey[] => [
  {
    name: 'views: list, month, week, day, places',
    play: async (page) => {
      await page.open('/');
      await page.see('h1', 'Upcoming events');
      for (const [view, css] of [
        ['Month', '.month'],
        ['Week', '.week, .timetable, .agenda'],
        ['Day', '.timetable, .agenda, .empty'],
        ['Places', '.place'],
        ['List', '.card'],
      ] as const) {
        await page.click('.views a', view);
        await page.see('.views [aria-current]', view);
        await page.see(css);
      }
    },
  },
  {
    name: 'month by keyboard',
    play: async (page) => {
      await page.open('/calendar/month');
      const before = await page.text('h1');
      await tabTo(page, '.skip');
      await tabTo(page, '.step[rel=next]');
      await page.keys('Enter');
      await page.until('another month', async () => (await page.text('h1')) !== before);
      await tabTo(page, '.step[rel=prev]');
      await page.keys('Enter');
      await page.see('h1', before);
    },
  },
  {
    name: 'map of places',
    play: async (page) => {
      await page.open('/calendar/places');
      await page.click('.map button');
      await page.see('.leaflet-tile-loaded');
      await page.see('.leaflet-marker-icon');
      await page.click('.leaflet-control-zoom-in');
      await page.until('a nearer map', () =>
        page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.svg'))`),
      );
    },
  },
  {
    name: 'search and filters',
    play: async (page) => {
      await page.open('/');
      await page.fill('.find input', 'lantern');
      await page.keys('Enter');
      await page.at(/search=lantern/);
      await page.click('.filters summary');
      await page.click('.choices input', 'Family');
      await page.click('.panel-body button');
      await page.at(/search=lantern&category=family/);
      await page.see('.active .removable', /Family/);
      await page.click('.active .removable', /lantern/);
      await page.at(/\?category=family$/);
      await page.click('.filters summary');
      await page.see('.filters .panel-body');
      await page.keys('Escape');
      await page.gone('.filters .panel-body');
      await page.click('.filters summary');
      await typeDate(page, '.panel-body [name=date]', '2027-06-05');
      await page.click('.panel-body button');
      await page.at(/date=2027-06-05/);
    },
  },
  {
    name: 'event page, and its file',
    play: async (page) => {
      await page.open('/calendar/list');
      await page.fill('.find input', 'Harbour Lights Festival');
      await page.keys('Enter');
      await page.at(/search=/);
      await page.click('.card a', /Harbour Lights Festival/);
      await page.at(/\/event\/harbour-lights-festival\//);
      await page.see('.facts', /The Tide Hall/);
      const file = await calendarAt(page, 'a[href*=".ics"]');
      if (!file.includes('Harbour Lights Festival')) throw new Error('the file has another event');
      await page.click('[data-back]');
      await page.at(/\/calendar\/list\?search=/);
    },
  },
  {
    name: 'series',
    play: async (page) => {
      await page.open('/event/tuesday-choir/');
      await page.at(/\/event\/tuesday-choir\/\d{4}-\d\d-\d\d\//);
      const first = await page.path();
      await page.click('a', /^Next date/);
      await page.until('the next date', async () => (await page.path()) !== first);
      await page.click('a', 'All dates');
      await page.at(/\/all\/$/);
      await page.until('several dates', async () => (await page.count('.dates li')) > 1);
    },
  },
  {
    name: 'subscribe',
    play: async (page) => {
      await page.open('/calendar/list?category=music');
      await page.click('.menu summary', /Subscribe/);
      await calendarAt(page, 'a[href^="webcal:"]');
      await page.click('[data-copy]');
      await page.see('.copy [role=status]', /.+/);
      await page.equals('the copied address', true, () =>
        page.evaluate(
          `(() => { const status = document.querySelector('.copy [role=status]'); return status.textContent === status.dataset.done; })()`,
        ),
      );
    },
  },
  {
    name: 'password of an event',
    play: async (page) => {
      await page.open('/event/members-preview-next-season-at-lantern-house/');
      await page.fill('input[type=password]', 'wrong');
      await page.keys('Enter');
      await page.see('[role=alert]', 'Incorrect password.');
      await page.fill('input[type=password]', 'lantern');
      await page.keys('Enter');
      await page.see('.prose');
    },
  },
  {
    name: 'light and dark',
    play: async (page) => {
      await page.open('/');
      const first = await paper(page);
      await page.click('[data-theme-toggle]');
      await page.until('another color', async () => (await paper(page)) !== first);
      const second = await paper(page);
      await page.open('/calendar/month');
      if ((await paper(page)) !== second) throw new Error('the choice is lost on the next page');
      await page.click('[data-theme-toggle]');
      await page.until('the first color', async () => (await paper(page)) === first);
    },
  },
  {
    name: 'embedded calendar',
    play: async (page) => {
      await page.open('/embed?view=month');
      await page.see('.bit, .card, .month');
      await page.open(site.hostUrl);
      // The frame reports the height of its content.
      await page.until('a frame without a scrollbar', () =>
        page.evaluate(
          `document.querySelector('iframe')?.clientHeight > 200 && document.querySelector('iframe').title !== ''`,
        ),
      );
    },
  },
  {
    name: 'submit an event',
    play: async (page) => {
      await page.open('/submit/');
      await page.click('button', 'Submit event');
      await page.click('[role=alert] a', /^Title/);
      await page.equals('the focus', 'title', () => page.evaluate('document.activeElement?.id'));
      await page.keys('Street Piano Day');
      await page.fill('#description', 'Ten pianos, anyone may play.');
      await page.browser.chooseFile('#picture', site.picture);
      await page.fill('#picture_alt', 'A piano in the street');
      await typeDate(page, '#start_date', '2027-06-05');
      await typeTime(page, '#start_time', '14:30');
      await page.click('[name=all_day]');
      await page.gone('#start_time');
      await page.click('[name=all_day]');
      await page.see('#start_time');
      await typeTime(page, '#end_time', '18:00');
      await page.fill('#venue', 'Market Square');
      await page.fill('#name', 'Ana Miller');
      await page.fill('#email', 'ana@example.org');
      await page.click('button', 'Submit event');
      await page.see('h1', 'Thank you!');
    },
  },
];
