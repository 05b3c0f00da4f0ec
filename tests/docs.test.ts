// The API documentation: pages hold the whole OpenAPI document, and their forms send real requests.
import { describe, expect, test } from 'vitest';
import { prose } from '../src/pages/docs/prose.js';
import { typeOf } from '../src/pages/docs/schema.js';
import { html, type Part } from '../src/pages/html.js';
import { expectAccessibleInBothSchemes, useBrowser } from './harness/browser.js';
import { addSession } from './harness/console.js';
import { engines, type TestEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

describe('the documentation', () => {
  const world = useWorld(engines[0] as TestEngine);

  test('has every operation, parameter and schema of the OpenAPI document', async () => {
    const document = await world.get('/doc');
    const tags = document.tags as { readonly name: string }[];
    const pages = await Promise.all(
      ['schemas', ...tags.map(({ name }) => name.toLowerCase())].map((part) => world.ask(`GET //docs/${part}`)),
    );
    expect(pages.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200));
    const text = pages.map((page) => page.text).join('\n');
    const operations = Object.values(document.paths as Record<string, Record<string, { summary: string }>>).flatMap(
      (methods) => Object.values(methods),
    );
    expect(operations.length).toBeGreaterThan(20);
    for (const { summary } of operations) expect(text).toContain(`>${summary}</h2>`);
    for (const { name } of document.paths['/events'].get.parameters.filter(({ name }: { name?: string }) => name))
      expect(text).toContain(`<code>${name}</code>`);
    for (const name of Object.keys(document.components.schemas)) expect(text).toContain(`<section id="${name}"`);
  });

  test('an unknown page is 404', async () => {
    expect((await world.ask('GET //docs/nothing')).statusCode).toBe(404);
  });
});

describe('in a browser', () => {
  const world = useWorld(engines[0] as TestEngine, { settings: { ALMANAC_BASE_URL: '' } });
  const browser = useBrowser();

  test.each(['', '/events', '/session', '/schemas'])('/docs%s is accessible, light and dark', async (part) => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs${part}`);
    for (const details of await page.locator('section:first-of-type details').all())
      if ((await details.getAttribute('open')) === null) await details.locator('> summary').click();
    await expectAccessibleInBothSchemes(page);
    expect(page.errors).toEqual([]);
    expect(page.requestedUrls.filter((url) => !url.startsWith(world.address))).toEqual([]);
  });

  test('sends a list request from its form', async () => {
    const { title } = await world.event({ title: 'Tried from the documentation' });
    const page = await browser.open();
    await page.goto(`${world.address}/docs/events`);
    const section = page.locator('#listEvents');
    await section.getByText('Try it').click();
    await section.getByLabel('search', { exact: true }).fill('documentation');
    await expect.poll(() => section.locator('.request code').textContent()).toContain('/events?search=documentation');
    await section.getByRole('button', { name: 'Send' }).click();
    await section.getByText('200 OK').waitFor();
    expect(await section.locator('.outcome').textContent()).toContain(title);
  });

  test('sends a change with an application password', async () => {
    const page = await browser.open();
    await page.goto(`${world.address}/docs/tags`);
    const section = page.locator('#createTag');
    await section.getByText('Try it').click();
    await section.getByLabel('Request body (JSON)').fill('{"name": "From the page"}');
    await section.getByLabel('dry_run').fill('');
    await section.getByRole('button', { name: 'Send' }).click();
    await section.getByText('401 Unauthorized').waitFor();
    await page.locator('.credentials > summary').click();
    await page.getByLabel('Username').fill(world.people.editor.name);
    await page.getByLabel('Application password').fill(world.people.editor.password);
    await section.getByRole('button', { name: 'Send' }).click();
    await section.getByText('201 Created').waitFor();
    expect((await world.get('/tags?hide_empty=false&search=From the page')).total).toBe(1);
  });

  test('sends a short example as a dry run, and says who sends it', async () => {
    const page = await browser.open();
    await addSession(page, world, 'editor');
    await page.goto(`${world.address}/docs/events`);
    const section = page.locator('#createEvent');
    await section.getByText('Try it').click();
    const { name } = world.people.editor;
    await section.getByText(`Sent as ${name}, as a dry run: nothing is saved.`).waitFor();
    const sample = JSON.parse(await section.getByLabel('Request body (JSON)').inputValue());
    expect(Object.keys(sample)).toEqual(['title', 'start_date', 'end_date', 'description', 'status']);
    await section.getByRole('button', { name: 'Send' }).click();
    await section.getByText('200 OK').waitFor();
    expect(
      (await world.get(`/events?status=any&search=${sample.title}&start_date=2000-01-01`, { as: 'editor' })).total,
    ).toBe(0);
    await section.getByLabel('dry_run').fill('');
    await section.getByLabel('Request body (JSON)').focus();
    await section.getByText(`Sent as ${name} to the live calendar.`).waitFor();
  });

  test('shows a request as a curl command, in JavaScript and in Python, and copies it', async () => {
    const page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${world.address}/docs/events`);
    const section = page.locator('#createEvent');
    await section.getByText('Try it').click();
    await section.getByLabel('Request body (JSON)').fill('{"title": "It\'s on", "all_day": true}');
    const code = section.locator('.request code');
    expect(await code.textContent()).toContain(`-d '{"title": "It'\\''s on", "all_day": true}'`);
    await section.getByRole('button', { name: 'JavaScript' }).click();
    expect(await code.textContent()).toMatch(/await fetch\(.*"title": "It's on"/s);
    await section.getByRole('button', { name: 'Python' }).click();
    expect(await code.textContent()).toContain("'title': 'It\\'s on',\n        'all_day': True,");
    await section.getByRole('button', { name: 'Copy' }).click();
    await section.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.textContent());
    const list = page.locator('#listEvents');
    await list.getByText('Try it').click();
    await list.getByRole('button', { name: 'curl' }).click();
    expect(await list.locator('.request code').textContent()).toMatch(/^curl '\S+\/events'$/);
  });

  test('fits a phone', async () => {
    const page = await browser.open({ viewport: { width: 360, height: 740 } });
    for (const part of ['', '/events', '/schemas']) {
      await page.goto(`${world.address}/docs${part}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
  });
});

const shown = (part: Part): string => String(html`${part}`);

test('renders headings, lists, paragraphs and code of descriptions, and escapes markup', () => {
  expect(shown(prose('## Be `kind`\n\n- one\n  more\n- <two>\n\nA\nb'))).toBe(
    '<h2>Be <code>kind</code></h2>\n<ul><li>one more</li><li>&lt;two&gt;</li></ul>\n<p>A b</p>\n',
  );
});

test('describes types as text, with links to schemas', () => {
  const several = { anyOf: [{ $ref: '#/components/schemas/Term' }, { type: 'array', items: { type: 'string' } }] };
  expect(shown(typeOf(several, ''))).toBe('<a href="/docs/schemas#Term">Term</a> or array of string');
  expect(shown(typeOf({ enum: ['<a>', 1] }, ''))).toBe('<code>&quot;&lt;a&gt;&quot;</code>, <code>1</code>');
});
