// XSS: scripts in stored texts run nowhere in the console, and pasted HTML becomes only markup that the server allows.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ELEMENTS } from '../../src/core/text/allowed-elements.js';
import { png } from '../harness/pictures.js';
import { choose, entry, openId, save, useForms } from './forms-harness.js';

const attack = 'globalThis.pwned=1';
/** Markup, escaped markup, and text that breaks out of attributes. */
const payloads = [
  `<img src=x onerror="${attack}"><script>${attack}</script><svg onload="${attack}">`,
  `&lt;img src=x onerror="${attack}"&gt;`,
  `"><img src=x onerror=${attack}>' onfocus='${attack}' autofocus x="`,
  `javascript:${attack}`,
];

/** Elements and attributes that must not exist in the page. */
const traces = `[...document.querySelectorAll('script:not([src]), iframe:not([src^="/preview/settings?"]), object, embed, [onerror], [onload], [onfocus], [onclick], a[href^="javascript" i]')].map((element) => element.outerHTML.slice(0, 200))`;

async function expectNoScript(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
  expect(await page.evaluate(traces)).toEqual([]);
}

const textual = new Set(['text', 'lines', 'html', 'slug', 'url', 'email', 'price']);

const { world, enter } = useForms({ ALMANAC_LANGUAGES: 'en,fr', ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8' });

describe('scripts in stored texts', () => {
  const created: Record<string, readonly number[]> = {};
  /** Resources with one record. */
  const single: string[] = [];

  beforeAll(async () => {
    const document = await world.get('/doc');
    for (const { name, path, input, upload, only } of document['x-resources']) {
      if (name === 'user') continue;
      const properties = Object.entries<{ 'x-input': { widget: string } }>(
        document.components.schemas[input].properties,
      );
      const ids: number[] = [];
      for (const [at, payload] of payloads.entries()) {
        const body: Record<string, unknown> =
          name === 'event' ? { start_date: '2030-01-01', end_date: '2030-01-02' } : {};
        if (upload) body[upload] = `data:image/png;base64,${(await png(30, 20)).toString('base64')}`;
        const texts = properties.filter(([, { 'x-input': xInput }]) => textual.has(xInput.widget));
        for (const [field] of texts) body[field] = `${payload} ${name} ${at}`;
        // Fields that reject the payload are left out; the others are stored.
        const refused = await world.ask(`POST /${path}`, { as: 'administrator', body });
        for (const field of Object.keys(refused.body?.data?.params ?? {})) delete body[field];
        if (!('venue' in body) && name === 'venue') body.venue = 'Venue';
        if (!('url' in body) && name === 'subscription') body.url = 'https://calendar.example/events.ics';
        if (!('url' in body) && name === 'webhook') body.url = 'https://127.0.0.1/';
        const record = refused.statusCode < 300 ? refused.body : await world.send(`POST /${path}`, body);
        ids.push(record.id);
        if (properties.some(([field]) => field === 'i18n_language'))
          await world.ask(`PATCH /${path}/${record.id}?i18n_language=fr`, { as: 'administrator', body });
      }
      if (only) single.push(path);
      else created[path] = ids;
    }
    await world.send(`PATCH /events/${created.events?.[0]}`, {
      venue: created.venues,
      organizer: created.organizers,
      categories: created.categories,
      tags: created.tags,
      image: created.media?.[0],
      tickets: [{ name: payloads[1], url: 'https://x.example/' }],
    });
  });

  test('do not run in forms', async () => {
    const page = await enter('administrator');
    for (const [path, ids] of Object.entries(created))
      for (const id of ids) {
        await page.goto(`${world.address}/admin/${path}/${id}`);
        await page.locator('[data-field]').first().waitFor();
        const folded = page.locator('details:not([open]) > summary').filter({ visible: true });
        while (await folded.count()) await folded.first().click();
        const french = page.getByRole('tab', { name: /French/ });
        if (await french.count()) await french.click();
        await expectNoScript(page);
      }
    for (const path of single) {
      await page.goto(`${world.address}/admin/${path}`);
      await page.locator('[data-field]').first().waitFor();
      await expectNoScript(page);
    }
    await page.goto(`${world.address}/`);
    await expectNoScript(page);
  }, 600_000);

  test('do not run in tables, pickers or dialogs', async () => {
    const page = await enter('administrator');
    for (const path of Object.keys(created)) {
      await page.goto(`${world.address}/admin/${path}`);
      await page.locator('h1').waitFor();
      await page
        .getByText(/globalThis|x onerror|#\d/)
        .first()
        .waitFor();
      await expectNoScript(page);
    }
    await page.goto(`${world.address}/admin/events/${created.events?.[0]}`);
    for (const field of ['venue', 'organizer', 'tags']) {
      await entry(page, field).getByRole('combobox').fill('globalThis');
      await page.getByRole('listbox').or(page.getByText('No results')).first().waitFor();
      await expectNoScript(page);
      await page.keyboard.press('Escape');
    }
    await entry(page, 'image').getByRole('button', { name: 'Library' }).click();
    await page.getByRole('dialog').getByRole('img').first().waitFor();
    await expectNoScript(page);
  });

  test('do not run in the view of a conflict', async () => {
    const { id } = await world.event({ title: 'Fair' });
    const page = await enter('editor', `/events/${id}`);
    await page.getByLabel('Title').fill(`Mine ${payloads[1]}`);
    await world.send(`PATCH /events/${id}`, { title: payloads[1] });
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('heading', { name: /^\S+ changed this event on / }).waitFor();
    await expectNoScript(page);
  });
});

const foreign = [
  `<p onclick="${attack}" style="color:red" class="x" id="y">Plain <b>bold</b></p><script>${attack}</script>`,
  `<a href="javascript:${attack}">a</a> <a href="java&#10;script:${attack}">b</a> <a href="https://x.example/" target="_blank">c</a>`,
  `<img src=x onerror=${attack}><img src="data:image/png;base64,AAAA"><img src="/media/none.png" alt="" width="9999999">`,
  `<p>drawn</p><svg><g onload="${attack}"></g></svg><math><mi xlink:href="data:x,${attack}"></mi></math>`,
  `<p>framed</p><iframe srcdoc="&lt;script&gt;${attack}&lt;/script&gt;"></iframe><form action="https://x.example"><input name=a><button>go</button></form>`,
  '<table><tr><td style="x">one</td><td colspan=2>two</td></tr></table><!-- comment --><o:p>Word</o:p>',
  '<h1>Title</h1><ul><li>one<ul><li>two</li></ul></li></ul><p>a<p>b<div>c<p>d</p></div>',
  '<span style="font-weight:700">styled</span> <font color=red>old</font> <span lang="fr">langue</span>',
  '<figure class="wp-block-image top"><img class="panel wp-image" src="/media/x.png" srcset="/media/x.png 1x, /media/y.png 2x" sizes="100vw" loading="lazy" decoding="async" alt="x"><figcaption>c</figcaption></figure>',
  '<h2 id="content" class="dialog" data-yours="x" data-id="a:b" role="alert" aria-label="l" name="n">H</h2><p><a href="#content">to</a> <a id="console" name="y">z</a></p>',
  'Text with & < > " and&nbsp;space <br> line <blockquote><p>quoted</p></blockquote>',
  '<p>nested <p>paragraphs</p></p><b><p>inside out</p></b><details open><summary>more</summary>text</details>',
];

/** Dispatches a paste event; the browser itself inserts nothing. */
const paste = (html: string) => `(() => {
  const data = new DataTransfer();
  data.setData('text/html', ${JSON.stringify(html)});
  data.setData('text/plain', 'plain');
  const editor = document.querySelector('[data-field=description] [contenteditable]');
  editor.focus();
  getSelection().selectAllChildren(editor);
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
})()`;

const foreignParts = `[...document.querySelectorAll('[data-field=description] [contenteditable] *')]
  .filter((element) => !${JSON.stringify(ELEMENTS)}.includes(element.localName) || [...element.attributes].some(({ name, value }) => /^(on.*|style|name|role|data-yours)$/.test(name) || (name === 'id' && !value.startsWith('text-')) || (name === 'class' && !/^((wp|has|size)-[a-z-]+ ?)+$/.test(value))))
  .map((element) => element.outerHTML)`;

describe('the rich-text editor', () => {
  test('turns pasted HTML into allowed markup that the server saves unchanged', async () => {
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill('Pasted');
    await save(page, 'Save draft');
    const id = await openId(page);
    await page.getByRole('heading', { name: 'Pasted' }).waitFor();
    for (const html of foreign) {
      await page.evaluate(paste(html));
      await expectNoScript(page);
      expect(await page.evaluate(foreignParts), html).toEqual([]);
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PATCH' && !request.url().includes('_preview')),
        page.getByRole('button', { name: 'Save draft' }).click(),
      ]);
      const { description } = sent.postDataJSON();
      await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
      const stored = await world.get(`/events/${id}?context=edit`, { as: 'editor' });
      expect(stored._input.description, html).toBe(description);
      expect(description, html).not.toBe('');
    }
  });

  test('sanitises HTML source before it is shown', async () => {
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill('Source');
    await entry(page, 'description').getByRole('button', { name: 'Source' }).click();
    await entry(page, 'description').getByRole('textbox').fill(foreign.join('\n'));
    await entry(page, 'description').getByRole('button', { name: 'Back to editor' }).click();
    await entry(page, 'description').getByText('quoted').waitFor();
    await expectNoScript(page);
    expect(await page.evaluate(foreignParts)).toEqual([]);
  });

  test('produces formatting that the server saves unchanged', async () => {
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill('By hand');
    const editor = page.getByRole('textbox', { name: 'Description' });
    const tool = (name: string) => entry(page, 'description').getByRole('button', { name, exact: true }).click();
    await editor.click();
    await tool('Heading');
    await page.keyboard.type('Programme');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Stalls & ');
    await tool('Bold');
    await page.keyboard.type('music');
    await tool('Bold');
    await page.keyboard.press('Enter');
    await tool('List');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('site');
    await page.keyboard.press('Shift+Control+ArrowLeft');
    await tool('Link');
    await page.getByLabel('Link URL').fill('fair.example');
    await page.keyboard.press('Enter');
    await save(page, 'Save draft');
    const { _input } = await world.get(`/events/${await openId(page)}?context=edit`, { as: 'editor' });
    expect(_input.description).toBe(
      '<h2>Programme</h2><p>Stalls &amp; <b>music</b></p><ul><li>one</li><li><a href="https://fair.example">site</a></li></ul>',
    );
  });

  test('shows plain text in the paragraphs that visitors see', async () => {
    const { id } = await world.event({ description: 'First line\nsecond line\n\nAnother <em>one</em>' });
    const page = await enter('editor', `/events/${id}`);
    const editor = page.getByRole('textbox', { name: 'Description' });
    await expect.poll(() => editor.locator('p').count()).toBe(2);
    expect(await editor.locator('p').first().innerHTML()).toBe('First line<br>second line');
    await choose(page, 'timezone', 'paris', /Paris/);
    await save(page, 'Update');
    // An untouched text stays as it was.
    const { _input } = await world.get(`/events/${id}?context=edit`, { as: 'editor' });
    expect(_input.description).toBe('First line\nsecond line\n\nAnother <em>one</em>');
  });
});
