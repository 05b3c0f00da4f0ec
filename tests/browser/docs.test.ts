// The API documentation in a real browser: the quick start, the search, and examples beside responses.
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, useBrowser, type Visit } from '../harness/browser.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { useWorld } from '../harness/world.js';

const world = useWorld(engines[0] as TestEngine, { settings: { ALMANAC_BASE_URL: '' } });
const browser = useBrowser();

beforeAll(() => world.event({ title: 'Listed by the quick start' }));

/** The arguments of a curl command, as a shell splits them. */
const argumentsOf = (command: string): readonly string[] =>
  [...command.replaceAll('\\\n', ' ').matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));

/** Sends the request that curl would send; knows the options of the quick start. */
function run(command: string, credentials: string): Promise<Response> {
  const [program, ...words] = argumentsOf(command);
  expect(program).toBe('curl');
  const valuesOf = (option: string) => words.filter((_, at) => words[at - 1] === option);
  const [url = ''] = words.filter((word) => word.startsWith('http'));
  const fields = valuesOf('-d');
  const headers = valuesOf('-H').map((header) =>
    header.replace('APPLICATION PASSWORD', credentials.split(':')[1] ?? ''),
  );
  return fetch(url, {
    headers: {
      ...Object.fromEntries(headers.map((header) => header.split(': ', 2))),
      ...(words.includes('-u') && { Authorization: `Basic ${btoa(credentials)}` }),
    },
    ...(fields.length > 0 && {
      method: 'POST',
      body: new URLSearchParams(fields.map((field) => field.split('=', 2) as [string, string])),
    }),
  });
}

/** The curl commands of the introduction that contain `text`. */
async function commandsWith(page: Visit, text: string): Promise<readonly string[]> {
  const commands = await page.locator('pre code').allTextContents();
  return commands.filter((command) => command.startsWith('curl') && command.includes(text));
}

describe('the introduction', () => {
  test('has a quick start whose commands work as shown, against the address of this server', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs`);
    const { name, password } = world.people.editor;
    const [list = ''] = await commandsWith(page, 'per_page=3');
    expect(list).toContain(`'${world.address}/`);
    const listed = await run(list, '');
    expect([listed.status, JSON.stringify(await listed.json())]).toEqual([
      200,
      expect.stringContaining('Listed by the quick start'),
    ]);
    const [create = ''] = await commandsWith(page, 'title=');
    const created = await run(create, `${name}:${password}`);
    expect([created.status, ((await created.json()) as { title: string }).title]).toEqual([201, 'Harvest Fair']);
    expect((await run(create, `${name}:wrong`)).status).toBe(401);
  });

  test('shows how to authenticate with an application password and with a bearer token', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs`);
    await page.getByRole('heading', { name: 'Authentication' }).waitFor();
    const { name, password } = world.people.editor;
    const commands = await commandsWith(page, '/users/me');
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const response = await run(command, `${name}:${password}`);
      expect([response.status, ((await response.json()) as { name: string }).name], command).toEqual([200, name]);
    }
  });

  test('without a script links to every operation', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${world.address}/docs`);
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await page.locator('main').getByRole('link', { name: 'Create a venue' }).click();
    await page.waitForURL('**/docs/venues#createVenue');
    expect(await page.locator(':target h2').textContent()).toBe('Create a venue');
  });
});

describe('the search', () => {
  const shown = (page: Visit) => page.locator('nav .group ul a:visible');

  async function search(text: string, path = '/docs'): Promise<Visit> {
    const page = await browser.open();
    await page.goto(`${world.address}${path}`);
    await page.getByRole('searchbox', { name: 'Search' }).fill(text);
    return page;
  }

  test('finds operations and schemas by their names, without a network', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs/events`);
    await page.context().setOffline(true);
    await page.getByRole('searchbox', { name: 'Search' }).fill('create VENUE');
    await expect.poll(() => shown(page).allTextContents()).toContain('Create a venue');
    expect(await shown(page).allTextContents()).not.toContain('Create an event');
    await page.getByRole('searchbox', { name: 'Search' }).fill('EventList');
    await expect.poll(() => shown(page).allTextContents()).toEqual(['EventList']);
    expect(await page.getByRole('status').first().textContent()).toBe('1 result');
  });

  test('finds an operation by its path and by a parameter, and says why', async () => {
    const page = await search('/events/by-slug patch');
    await expect
      .poll(() => shown(page).allInnerTexts())
      .toEqual([expect.stringMatching(/^Update an event by slug\n.*\/events\/by-slug/)]);
    await page.getByRole('searchbox').fill('geoloc_radius');
    await expect.poll(() => shown(page).allInnerTexts()).toContain('List events\ngeoloc_radius');
    expect((await shown(page).allInnerTexts()).join()).not.toContain('List tags');
  });

  test('says when nothing matches, and is cleared by Escape', async () => {
    const page = await search('no such endpoint', '/docs/events');
    await page.getByText('No results').waitFor();
    expect(await shown(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => shown(page).allTextContents()).toContain('List events');
    expect(await shown(page).allTextContents()).not.toContain('List venues');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  test('works by keyboard: slash, text and Enter open the best match', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('delete a tag');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/tags#deleteTag');
    await page.keyboard.press('/');
    await page.keyboard.type('create');
    await page.keyboard.press('ArrowDown');
    expect(
      await page.evaluate(`document.activeElement.closest('nav') !== null && document.activeElement.href`),
    ).toMatch(/#create/);
  });

  test('leaves a slash alone that is typed into a field', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs/events`);
    const section = page.locator('#listEvents');
    await section.getByText('Try it').click();
    await section.getByLabel('search', { exact: true }).pressSequentially('a/b');
    expect(await section.getByLabel('search', { exact: true }).inputValue()).toBe('a/b');
  });

  test('fits a phone and is accessible in light and dark', async () => {
    const page = await browser.open({ viewport: { width: 360, height: 740 } });
    await page.goto(`${world.address}/docs/session`);
    expect(await shown(page).count()).toBe(0);
    await page.getByRole('searchbox').fill('list');
    await shown(page).first().waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});

describe('an operation', () => {
  test('has its response with an example beside it, and errors apart', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs/events#listEvents`);
    const section = page.locator('#listEvents');
    expect(await section.locator('details > summary').allTextContents()).toEqual([
      expect.stringMatching(/^Parameters \(\d+\)$/),
      'Response',
      expect.stringMatching(/^Errors \(\d+\)$/),
      'Try it',
    ]);
    expect(await section.getByText('Public. Authenticated requests may return more.').isVisible()).toBe(true);
    const ok = section.locator('.response').first();
    const example = JSON.parse((await ok.locator('.example code').textContent()) ?? '');
    expect(example.events).toMatchObject([{ title: expect.any(String), start_date: expect.any(String) }]);
    const [description, block] = await Promise.all([
      ok.locator('dd').first().boundingBox(),
      ok.locator('.example').boundingBox(),
    ]);
    expect(block?.x).toBeGreaterThan((description?.x ?? Number.NaN) + (description?.width ?? Number.NaN));
    expect(block?.y).toBeLessThanOrEqual(description?.y ?? Number.NaN);
    await section.getByText('Errors (').click();
    expect(await section.locator('.response', { hasText: '429' }).locator('.example').isVisible()).toBe(true);
  });
});
