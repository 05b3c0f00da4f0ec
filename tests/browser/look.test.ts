// The look of the site in a real browser: logo, colours and footer, embedded calendars on another page, and the page of
// the console that makes their code.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { colorRules, expectAccessible, useBrowser, type Visit } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { rpc } from '../harness/mcp.js';
import { png, stored } from '../harness/pictures.js';
import { entry, holdUploads } from './forms-harness.js';

const { world, enter } = useConsole(engines[0] as TestEngine, { ALMANAC_LANGUAGES: 'en,fr' });
const browser = useBrowser();

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 900 } };

beforeAll(async () => {
  await world.category({ name: 'Music', slug: 'music', color: '#c02040' });
  await world.category({ name: 'Pale', slug: 'pale', color: '#fff4b0' });
  await world.category({ name: 'Night', slug: 'night', color: '#101010' });
  for (const [at, category] of ['music', 'pale', 'night'].entries())
    await world.event({
      title: `Concert ${at + 1}`,
      slug: `concert-${at + 1}`,
      categories: [category],
      start_date: `2027-06-1${at + 6} 19:00:00`,
      end_date: `2027-06-1${at + 6} 21:00:00`,
    });
  const logo = await stored(world, await png(300, 100), { as: 'administrator' });
  await world.send('PATCH /settings', { name: 'Oakton', logo: logo.id, footer_text: 'Market Square 1' });
});

const visit = async (path: string, options: BrowserContextOptions = {}): Promise<Visit> => {
  const page = await browser.open(options);
  await page.goto(world.address + path);
  return page;
};

describe('the public pages', () => {
  describe.each([
    ['#ffd400', '255, 212, 0'],
    ['#102040', '16, 32, 64'],
  ])('with the accent colour %s', (accent_color, rgb) => {
    beforeAll(async () => {
      await world.send('PATCH /settings', { accent_color });
    });

    test('show logo and colour without a violation of the policy', async () => {
      const page = await visit('/no/such/page');
      expect(await page.evaluate("getComputedStyle(document.querySelector('.button')).backgroundColor")).toBe(
        `rgb(${rgb})`,
      );
      expect(await page.getByRole('img', { name: 'Oakton' }).count()).toBe(1);
      expect(await page.evaluate("document.querySelector('.logo').naturalWidth")).toBe(300);
      expect(page.errors.filter((text) => !text.includes('404'))).toEqual([]);
    });

    test.each([
      ['light', desktop, '/'],
      ['light', phone, '/calendar/month/2027-06'],
      ['dark', desktop, '/calendar/month/2027-06'],
      ['dark', phone, '/?lang=fr'],
      ['light', desktop, '/calendar/week/2027-06-16?lang=fr'],
      ['dark', desktop, '/event/concert-2/'],
      ['light', phone, '/embed?view=cards&lang=fr'],
      ['dark', phone, '/embed?view=list&theme=auto'],
    ] as const)('are accessible in %s at %j: %s', async (colorScheme, size, path) => {
      const page = await visit(path, { ...size, colorScheme });
      await expectAccessible(page);
      expect(page.errors).toEqual([]);
    });
  });

  test('name the software in the footer until that is switched off', async () => {
    const page = await visit('/');
    expect(await page.locator('footer').innerText()).toContain('Powered by Almanac');
    await world.send('PATCH /settings', { show_credit: false });
    await page.reload();
    expect(await page.locator('html').innerText()).not.toMatch(/almanac/i);
    expect(await page.title()).toBe('Upcoming events · Oakton');
  });
});

describe('an embedded calendar', () => {
  let host: Server;
  let markup = '';

  beforeAll(async () => {
    host = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(markup));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => host.close(resolve)));

  const embed = async (attributes: string) => {
    markup = `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1><script src="${world.address}/embed.js" ${attributes}></script></main>`;
    const page = await browser.open();
    await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe');
    await frame.locator('main').waitFor();
    return { page, frame };
  };

  test.each([
    ['data-view="list" data-limit="2"', '.card', 2],
    ['data-view="month" data-date="2027-06-16"', '.bit', 3],
    ['data-view="mini" data-date="2027-06-16"', '.mini .busy', 3],
    ['data-view="next"', '.next-event', 1],
    ['data-view="cards"', '.event-card', 3],
  ])('with %s', async (attributes, selector, count) => {
    const { page, frame } = await embed(
      `${attributes} data-background="#203040" data-accent="#ffd400" data-font="serif"`,
    );
    expect(await frame.locator(selector).count()).toBe(count);
    await expectAccessible(page);
    expect(page.errors).toEqual([]);
  });

  test('fits its frame to the content', async () => {
    const { page } = await embed('data-view="next" data-height="2000"');
    await vi.waitFor(async () => {
      const box = await page.locator('iframe').boundingBox();
      expect(box?.height).toBeLessThan(800);
    }, 60_000);
  });

  test.each([
    'data-accent="red"',
    'data-background="url(javascript:alert(1))"',
    'data-text="&lt;/style&gt;&lt;script&gt;parent.hacked=1&lt;/script&gt;"',
    'data-font="x;}*{display:none"',
    'data-corners="9e9"',
    'data-limit="-1"',
    'data-view="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"',
    'data-category="no-such-category"',
  ])('with %s is one quiet line', async (attributes) => {
    const { page, frame } = await embed(attributes);
    expect(await frame.locator('main > *').count()).toBe(1);
    expect(await frame.locator('main > p.embed-note').isVisible()).toBe(true);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
    await expectAccessible(page, colorRules);
  });
});

test('settings saved during the upload of a logo have the logo', async () => {
  const page = await enter('administrator', '/settings');
  const { logo: before } = await world.get('/settings', { as: 'administrator' });
  const release = await holdUploads(page);
  const logo = entry(page, 'logo');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await png(320, 96) };
  await logo.locator('input[type=file]').setInputFiles(file);
  await logo.getByText('Uploading…').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  release();
  await page.getByText('Settings saved').waitFor();
  expect((await world.get('/settings', { as: 'administrator' })).logo).not.toEqual(before);
});

describe('the settings page', () => {
  const saved = () => world.get('/settings', { as: 'administrator' });
  const save = async (page: Visit) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').first().waitFor();
  };

  test('shows changes in a preview before they are saved, and the console has the saved look', async () => {
    await world.send('PATCH /settings', { accent_color: '#102040' });
    const page = await enter('administrator', '/settings#branding');
    await vi.waitFor(async () => expect(await page.evaluate('document.activeElement.id')).toBe('branding'), 60_000);
    await entry(page, 'accent_color').locator('input[type=text]').fill('#0060a0');
    await entry(page, 'tagline').getByRole('textbox').fill('Not saved yet');
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    const preview = page.frameLocator('.preview-window iframe');
    await preview.locator('[data-theme="dark"] footer').getByText('Not saved yet').waitFor();
    expect(await preview.locator('style').textContent()).toContain('--fill:light-dark(#0060a0,');
    expect(await preview.locator('.logo.on-plate').count()).toBe(1);
    expect((await saved()).accent_color).toBe('#102040');
    const colorOf = () => page.evaluate("document.documentElement.style.getPropertyValue('--accent')");
    const before = await colorOf();
    await save(page);
    expect(before).toContain('light-dark(#102040');
    await vi.waitFor(async () => expect(await colorOf()).toContain('light-dark(#0060a0'), 60_000);
    await page.locator('.top').getByRole('img', { name: 'Oakton' }).waitFor();
    await expectAccessible(page);
  });

  test('has no preview for others than administrators', async () => {
    for (const page of [await visit('/preview/settings'), await enter('editor', '')]) {
      const reply = await page.request.get(`${world.address}/preview/settings?values={"name":"Phished"}`);
      expect([reply.status(), (await reply.text()).includes('Phished')]).toEqual([404, false]);
    }
  });

  test('has samples, boxes and switches instead of codes; one lets assistants make changes', async () => {
    const tools = async () => (await rpc(world, 'tools/list', {}, { as: 'editor' })).text;
    expect(await tools()).not.toContain('update_event');
    const page = await enter('administrator', '/settings');
    const colors = entry(page, 'category_colors');
    await colors.getByRole('button', { name: 'Add a color' }).click();
    await colors.getByRole('button', { name: 'Add a color' }).click();
    await colors.getByLabel('Category colors 2', { exact: true }).fill('#123456');
    await colors.getByRole('button', { name: 'Remove Category colors 1' }).click();
    await entry(page, 'submission_required').getByLabel('Venue').check();
    await entry(page, 'show_developer_links').getByRole('checkbox').uncheck();
    const assistantWrites = entry(page, 'assistant_writes').getByRole('checkbox');
    await assistantWrites.check();
    expect(await entry(page, 'submitters').getByRole('option').allInnerTexts()).toEqual([
      'Nobody',
      'Signed-in users',
      'Anyone',
    ]);
    await save(page);
    expect(await saved()).toMatchObject({
      category_colors: ['#123456'],
      submission_required: ['venue'],
      show_developer_links: false,
    });
    const home = await visit('/');
    expect(await home.locator('footer').innerText()).not.toContain('For developers');
    expect(await tools()).toContain('update_event');
    await assistantWrites.uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await vi.waitFor(async () => expect((await saved()).assistant_writes).toBe(false), 60_000);
    expect(await tools()).not.toContain('update_event');
  });

  test('names the variable beside a setting that it locks', async () => {
    const page = await enter('administrator', '/settings', { ...phone, colorScheme: 'dark' });
    const languages = page.locator('fieldset.locked-field').filter({ has: page.locator('[data-field=languages]') });
    await languages.getByText('Set by ALMANAC_LANGUAGES').waitFor();
    expect(await languages.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('English'),
      expect.stringContaining('French'),
    ]);
    expect(await languages.getByRole('combobox').isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  test('says what to do when a test mail cannot be sent', async () => {
    const page = await enter('administrator', '/settings#mail');
    const password = entry(page, 'mail_password').getByRole('textbox');
    expect(await password.getAttribute('placeholder')).toBe('Not set');
    await entry(page, 'mail_host').getByRole('textbox').fill('127.0.0.1');
    await password.fill('hush-hush');
    await page.getByLabel('Send a test mail to').fill('ada@example.org');
    await page.getByRole('button', { name: 'Save and send a test mail' }).click();
    await page.getByText('Servers on a private network are set with').waitFor();
    expect([await password.getAttribute('placeholder'), await password.inputValue()]).toEqual(['Unchanged', '']);
    await world.send('PATCH /settings', { mail_host: '' });
  });
});

describe('the page that makes the code', () => {
  test('shows a preview and the code of the chosen options', async () => {
    const page = await enter('editor', '/embed');
    await page.getByLabel('View').selectOption('cards');
    await page.getByLabel('Number of events').fill('2');
    await page.getByLabel('Category').selectOption('music');
    await page.getByLabel('Accent color', { exact: true }).fill('#0060a0');
    const code = page.getByLabel('Code');
    expect(await code.inputValue()).toBe(
      `<script src="${world.address}/embed.js" data-view="cards" data-limit="2" data-category="music" data-accent="#0060a0"></script>`,
    );
    const frame = page.frameLocator('iframe');
    // The preview follows after a pause.
    await vi.waitFor(async () => expect(await frame.locator('.event-card').count()).toBe(1), 60_000);
    await page.getByLabel('Accent color', { exact: true }).fill('#ffffff');
    await frame.locator('.embed-note').waitFor();
    expect(await frame.locator('.embed-note').innerText()).toContain('accent: Too little contrast');
  });

  test.each([
    ['en-US', desktop],
    ['en-US', phone],
    ['fr-FR', desktop],
    ['fr-FR', phone],
  ] as const)('is accessible in %s at %j', async (locale, size) => {
    const page = await enter('administrator', '/embed', { locale, ...size });
    await page.getByRole('heading', { name: locale === 'fr-FR' ? 'Intégration' : 'Embed' }).waitFor();
    await page.frameLocator('iframe').locator('main').waitFor();
    await expectAccessible(page);
  });

  test('a colour of a category can be picked, typed and cleared', async () => {
    const page = await enter('editor', '/categories/new');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Theatre');
    await page.getByLabel('Color', { exact: true }).fill('#ffd400');
    await page.getByText('On dark pages').waitFor();
    await page.getByText('Texts use a darker shade').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear Color' }).click();
    expect(await page.getByLabel('Color', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Color: choose a color').fill('#00aa55');
    await page
      .getByRole('button', { name: /^(Save|Create|Publish)/ })
      .first()
      .click();
    await vi.waitFor(async () => {
      const { categories } = await world.get('/categories?search=theatre&hide_empty=0');
      expect(categories[0]?.color).toBe('#00aa55');
    }, 60_000);
  });
});
