// The public pages in a real browser with extreme content: words of 120 letters, and days with many events at a time.
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, useBrowser, type Visit } from '../harness/browser.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { type Answered, baseUrl, useWorld } from '../harness/world.js';

const world = useWorld(engines[0] as TestEngine);
const browser = useBrowser();

const at = (path: string): string => world.address + path;

/** Pixels by which the page is wider than its viewport. */
const overhang = (page: Visit): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

const desktop = { width: 1_280, height: 900 };
const phone = { width: 390, height: 844 };

interface Box {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The visible blocks of a grid, in the order of the document. */
const blocks = (page: Visit, within: string): Promise<readonly Box[]> =>
  page.evaluate(`[...document.querySelectorAll('${within} .blocks > li')].filter((one) => one.checkVisibility()).map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { name: one.querySelector('a').textContent, left, right, top, bottom };
  })`);

const touch = (a: Box, b: Box): boolean =>
  a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

const named = (all: readonly Box[], name: string): Box => {
  const box = all.find((one) => one.name === name);
  if (!box) throw new Error(`there is no block ${name}`);
  return box;
};

describe('a word of 120 letters', () => {
  const word = (letter: string): string => letter.repeat(120);
  const urls: string[] = [];

  beforeAll(async () => {
    const venue = await world.venue({ venue: word('v'), city: word('c'), address: word('a'), country: word('n') });
    const organizer = await world.organizer({
      organizer: word('o'),
      website: `https://${word('w').slice(0, 60)}.example/`,
    });
    const category = await world.category({ name: word('k'), description: word('d') });
    const tag = await world.tag({ name: word('t') });
    const event = (title: string, day: number, hour: string): Promise<Answered> =>
      world.event({
        title,
        start_date: `2027-07-${day} ${hour}`,
        end_date: `2027-07-${day} 21:00:00`,
        description: `<p>${word('p')}</p>`,
        excerpt: word('x'),
        cost: word('5').slice(0, 40),
        featured: hour === '18:00:00',
        venue: venue.id,
        organizer: organizer.id,
        categories: [category.id],
        tags: [tag.id],
        timezone: 'America/Los_Angeles',
      });
    const long = await event(word('e'), 14, '18:00:00');
    await event(word('f'), 14, '19:00:00');
    await event('Next day', 15, '19:00:00');
    await world.event({ title: word('g'), start_date: '2027-07-14', end_date: '2027-07-14', all_day: true });
    await world.event({ title: word('h'), start_date: '2027-07-14 10:00:00', end_date: '2027-07-14 10:30:00' });
    urls.push(...[long, venue, organizer, category, tag].map(({ url }) => String(url).slice(baseUrl.length)));
  });

  test('makes no page wider than its viewport', async () => {
    const views = [
      '/calendar/list',
      '/calendar/list?past=1',
      `/calendar/list?search=${word('e')}`,
      '/calendar/month/2027-07',
      '/calendar/week/2027-07-14',
      '/calendar/day/2027-07-14',
      '/calendar/places',
      '/embed',
      '/embed?view=month&date=2027-07-01',
      `/embed?category=${word('z')}`,
      `/calendar/list?category=${word('z')}`,
    ];
    const page = await browser.open();
    for (const path of [...views, ...urls]) {
      await page.goto(at(path));
      for (const viewport of [desktop, { width: 768, height: 900 }, phone]) {
        await page.setViewportSize(viewport);
        expect(await overhang(page), `${path.slice(0, 60)} at ${viewport.width} px`).toBeLessThanOrEqual(0);
      }
    }
  });

  test('leaves every element of a week within its day', async () => {
    const page = await browser.open();
    await page.goto(at('/calendar/week/2027-07-14'));
    for (const viewport of [{ width: 1_024, height: 900 }, desktop, { width: 768, height: 900 }, phone]) {
      await page.setViewportSize(viewport);
      const outside = await page.evaluate(`[...document.querySelectorAll('.day')].flatMap((day) => {
        const box = day.getBoundingClientRect();
        const isClipped = (one) => one !== day && (getComputedStyle(one).overflowX !== 'visible' || isClipped(one.parentElement));
        return [...day.querySelectorAll('.block, .bit, .block *, .bit *')].filter((one) => one.checkVisibility() && !isClipped(one.parentElement)).filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < box.left - 1 || right > box.right + 1;
        }).map((one) => one.outerHTML.slice(0, 80));
      })`);
      expect(outside, `at ${viewport.width} px`).toEqual([]);
    }
  });

  test('leaves the details of an event within their box', async () => {
    const page = await browser.open();
    await page.goto(at(urls[0] ?? ''));
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      const outside = await page.evaluate(`(() => {
        const facts = document.querySelector('.facts').getBoundingClientRect();
        return [...document.querySelectorAll('.facts *')].filter((one) => one.getBoundingClientRect().right > facts.right).map((one) => one.outerHTML.slice(0, 80));
      })()`);
      expect(outside).toEqual([]);
    }
  });
});

test('keeps the number of a day on one line in a wide font', async () => {
  await world.event({ title: 'Twenty-second', start_date: '2027-06-22 10:00:00', end_date: '2027-06-22 11:00:00' });
  const page = await browser.open();
  await page.goto(at('/calendar/list?search=twenty-second'));
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    const [height, line] = await page.evaluate<[number, number]>(`(() => {
      const number = document.querySelector('.date-number');
      number.style.letterSpacing = '0.4em';
      return [number.getBoundingClientRect().height, parseFloat(getComputedStyle(number).lineHeight)];
    })()`);
    expect(height).toBeLessThan(1.5 * line);
  }
});

test('begins no line with a separator on a phone', async () => {
  await world.event({
    title: 'Separate',
    start_date: '2027-06-23 10:00:00',
    end_date: '2027-06-23 11:00:00',
    timezone: 'America/Los_Angeles',
    attendance: 'online',
  });
  await world.event({ title: 'Separate days', start_date: '2027-06-23', end_date: '2027-06-24', all_day: true });
  const page = await browser.open({ viewport: phone, timezoneId: 'Europe/Paris' });
  await page.goto(at('/calendar/list?search=separate'));
  expect(await page.locator('.card .yours').count()).toBe(1);
  const marks = await page.evaluate(
    `[...document.querySelectorAll('.card-time *')].map((one) => getComputedStyle(one, '::before').content).filter((content) => content !== 'none')`,
  );
  expect(marks).toEqual([]);
});

describe('the time grid', () => {
  const day = '2027-10-13';
  const event = (title: string, start: string, end: string, date = day): Promise<Answered> =>
    world.event({
      title,
      start_date: `${date} ${start}:00`,
      end_date: end.length > 5 ? `${end}:00` : `${date} ${end}:00`,
    });

  beforeAll(async () => {
    await event('Breakfast', '08:00', '09:00');
    await event('Talk', '10:00', '12:00');
    await event('Workshop', '10:30', '11:30');
    await event('Lunch', '12:00', '13:00');
    await event('Night', '22:00', '2027-10-14 02:00');
    await event('Retreat', '09:00', '2027-10-15 12:00');
    await world.event({ title: 'Holiday', start_date: '2027-10-13', end_date: '2027-10-13', all_day: true });
    for (let at = 0; at < 6; at++) await event(`Six ${at}`, '18:00', '19:00', '2027-10-14');
    for (let at = 0; at < 8; at++) await event(`Eight ${at}`, '09:00', '10:00', '2027-10-16');
    for (let at = 0; at < 20; at++)
      await event(`Busy ${at}`, `${8 + Math.floor(at / 2)}:00`, `${8 + Math.floor(at / 2)}:45`, '2027-10-14');
  });

  test.each([
    // The night goes on at midnight of the next day, so that the week begins there.
    ['week', '.day:nth-child(3)', '/calendar/week/2027-10-13', 0],
    ['day', '.timetable', '/calendar/day/2027-10-13', 8],
  ])('of a %s shows events at their times, side by side when they overlap', async (_, within, path, first) => {
    const page = await browser.open({ viewport: desktop });
    await page.goto(at(path));
    const all = (await blocks(page, within)).filter(({ name }) => !/Six|Busy|Eight|^\+/.test(name));
    expect(all.map(({ name }) => name)).toEqual(['Breakfast', 'Talk', 'Workshop', 'Lunch', 'Night']);
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) expect(touch(one, other), `${one.name} ${other.name}`).toBe(false);
    const [breakfast, talk, workshop, lunch, night] = all as [Box, Box, Box, Box, Box];
    const hour = (talk.top - breakfast.top) / 2;
    expect(hour).toBeGreaterThan(20);
    const hours = (box: Box): number => (box.top - breakfast.top) / hour + 8;
    expect([hours(workshop), hours(lunch), hours(night)]).toEqual([
      expect.closeTo(10.5, 1),
      expect.closeTo(12, 1),
      expect.closeTo(22, 1),
    ]);
    expect((talk.bottom - talk.top) / hour).toBeCloseTo(2, 0);
    // Cut at midnight, where the grid ends.
    expect((night.bottom - night.top) / hour).toBeCloseTo(2, 0);
    expect(workshop.left).toBeGreaterThanOrEqual(talk.right);
    expect(lunch.right - lunch.left).toBeGreaterThan(1.8 * (talk.right - talk.left));
    const labels = await page.locator('.scale-hours li').allTextContents();
    expect([labels[0], labels.at(-1)]).toEqual([`0${first}:00`, '23:00']);
    const scale =
      (
        await page
          .locator('.scale-hours li')
          .nth(8 - first)
          .boundingBox()
      )?.y ?? Number.NaN;
    expect(Math.abs(scale - breakfast.top)).toBeLessThan(4);
    expect(page.errors).toEqual([]);
    await expectAccessible(page);
  });

  test('shows all-day and longer events above the hours', async () => {
    const page = await browser.open({ viewport: desktop });
    await page.goto(at('/calendar/week/2027-10-13'));
    const top = named(await blocks(page, '.day'), 'Breakfast').top;
    for (const name of ['Holiday', 'Retreat']) {
      const box = await page.locator('.bit', { hasText: name }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(top);
    }
    await page.goto(at('/calendar/day/2027-10-14'));
    expect(await page.locator('.above .card-title').allTextContents()).toEqual(['Retreat']);
    // The night before goes on at midnight, at the top of the grid.
    const night = named(await blocks(page, '.timetable'), 'Night');
    const hours = await page.locator('.scale-hours li').first().boundingBox();
    expect(Math.abs(night.top - (hours?.y ?? Number.NaN))).toBeLessThan(4);
  });

  test('shows at most three columns per day of a week and links to the other events', async () => {
    const page = await browser.open({ viewport: desktop });
    await page.goto(at('/calendar/week/2027-10-13'));
    const thursday = '.day:nth-child(4)';
    const all = await blocks(page, thursday);
    expect(all.filter(({ name }) => name.startsWith('Busy'))).toHaveLength(20);
    for (const box of all.filter(({ name }) => !name.startsWith('+')))
      expect(box.right - box.left, box.name).toBeGreaterThan(40);
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) expect(touch(one, other), `${one.name} ${other.name}`).toBe(false);
    const rest = page.locator(`${thursday} .omitted`);
    expect(await rest.textContent()).toMatch(/^\+\d+ more$/);
    const box = await rest.boundingBox();
    expect(box?.width ?? 0).toBeGreaterThan(80);
    await rest.click();
    await page.waitForURL('**/calendar/day/2027-10-14');
    expect(await page.locator('.card-title').allTextContents()).toEqual(
      expect.arrayContaining(Array.from({ length: 6 }, (_, at) => `Six ${at}`)),
    );
    expect(await page.locator('.card:visible', { hasText: 'Six' }).count()).toBe(6);
    await page.setViewportSize({ width: 1_000, height: 900 });
    const agenda = await page.locator('.card:visible .card-title').allTextContents();
    expect(agenda.slice(0, 2)).toEqual(['Retreat', 'Night']);
    expect(agenda.slice(-6)).toEqual(Array.from({ length: 6 }, (_, at) => `Six ${at}`));
    await page.setViewportSize(desktop);
    await expectAccessible(page);
  });

  test('of a day lists events beyond six columns below it, and the agenda has them in order', async () => {
    const page = await browser.open({ viewport: desktop });
    await page.goto(at('/calendar/day/2027-10-16'));
    expect(await page.locator('.timetable .card:visible').count()).toBe(6);
    await page.getByRole('link', { name: '+2 more' }).click();
    expect(await page.locator('.rest-of-day .card:visible').count()).toBe(2);
    expect(new Set(await page.locator('.card:visible .card-title').allTextContents()).size).toBe(8);
    await page.setViewportSize(phone);
    expect(await page.locator('.timetable .card:visible').count()).toBe(8);
    expect(await page.locator('.rest-of-day .card:visible').count()).toBe(0);
  });

  test('is an agenda below 1024 px, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.open({ viewport: { width: 1_000, height: 900 }, javaScriptEnabled });
      await page.goto(at('/calendar/week/2027-10-13'));
      expect(await page.locator('.scale').isVisible()).toBe(false);
      const boxOf = async (name: string) => {
        const box = await page.locator('.block', { hasText: name }).boundingBox();
        return box ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
      };
      const [talk, workshop] = [await boxOf('Talk'), await boxOf('Workshop')];
      expect(workshop.x).toBe(talk.x);
      expect(workshop.y).toBeGreaterThanOrEqual(talk.y + talk.height);
      expect(await page.locator('.day:nth-child(4) .more:visible').allTextContents()).toHaveLength(1);
      await page.setViewportSize({ width: 1_024, height: 900 });
      expect(await page.locator('.scale').isVisible()).toBe(true);
      const [left, right] = [await boxOf('Talk'), await boxOf('Workshop')];
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    }
  });

  test('has a tab order by day and time', async () => {
    const page = await browser.open({ viewport: desktop });
    await page.goto(at('/calendar/week/2027-10-13'));
    await page.locator('.day:nth-child(3) .day-date a').focus();
    const seen: string[] = [];
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate<string>('document.activeElement.textContent'));
    }
    expect(seen).toEqual([
      'Retreat',
      'Holiday',
      'Breakfast',
      'Talk',
      'Workshop',
      'Lunch',
      expect.stringMatching(/Night/),
    ]);
  });
});
