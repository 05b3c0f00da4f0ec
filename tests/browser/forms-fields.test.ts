// Every field of the OpenAPI document can be entered in the console's forms and is saved, and the forms are accessible in
// both themes.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInBothSchemes } from '../harness/browser.js';
import { png } from '../harness/pictures.js';
import type { World } from '../harness/world.js';
import { choose, enterMoment, entry, openId, save, useForms } from './forms-harness.js';

interface Property {
  readonly enum?: readonly unknown[];
  readonly 'x-input': {
    readonly widget: string;
    readonly resource?: string;
    readonly same?: string;
    readonly hidden?: true;
  };
}
interface DocumentedResource {
  readonly name: string;
  readonly path: string;
  readonly input: string;
  readonly label: string;
}

/** Resources with a form; users have their own page. */
const forms = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'];

async function documentedResources(world: World) {
  const document = await world.get('/doc');
  const resources = document['x-resources'] as readonly DocumentedResource[];
  return resources.map((resource) => ({
    ...resource,
    properties: Object.entries(
      document.components.schemas[resource.input].properties as Record<string, Property>,
    ).filter(([name, { 'x-input': input }]) => name !== 'i18n_language' && !input.same && !input.hidden),
  }));
}

/** Enters a value by widget; returns the value that `_input` must have after saving. */
const entering: Readonly<Record<string, (page: Page, name: string, known: Known) => Promise<unknown>>> = {
  text: (page, name) => typed(page, name, `Text of ${name}`),
  lines: (page, name) => typed(page, name, `Lines of ${name}`),
  slug: (page, name) => typed(page, name, `slug-of-${name}`),
  url: (page, name) => typed(page, name, `https://${name.replaceAll('_', '-')}.example/`),
  email: (page, name) => typed(page, name, `${name}@guild.example`),
  price: (page, name) => typed(page, name, '€7'),
  color: async (page, name) => {
    await entry(page, name).locator('input:not([type=color])').fill('#1a6b3c');
    return '#1a6b3c';
  },
  integer: async (page, name) => Number(await typed(page, name, '12')),
  number: async (page, name) => Number(await typed(page, name, '12.5')),
  position: async (page, name) => Number(await typed(page, name, '12.5')),
  html: async (page, name) => {
    await entry(page, name).getByRole('textbox').click();
    await page.keyboard.type(`Words of ${name}`);
    return `<p>Words of ${name}</p>`;
  },
  secret: async (page, name) => {
    await typed(page, name, 'open sesame');
    return undefined;
  },
  flag: async (page, name) => {
    const box = entry(page, name).getByRole('checkbox');
    const wanted = !(await box.isChecked());
    await box.setChecked(wanted);
    return wanted;
  },
  choice: async (page, name) => {
    const box = entry(page, name).getByRole('combobox');
    // The form of a saved record may still be loading, so its options are not read.
    const wanted = name === 'status' ? 'pending' : ((await box.locator('option').last().getAttribute('value')) ?? '');
    await box.selectOption(wanted);
    return wanted;
  },
  moment: async (page, name) => {
    const day = name === 'end_date' ? '2027-05-02' : '2027-05-01';
    await enterMoment(page, name, day, '09:15');
    // The time depends on whether the event is all-day.
    return expect.stringContaining(day);
  },
  recurrence: async (page, name) => {
    await entry(page, name).getByRole('combobox').first().selectOption('custom');
    await entry(page, name).getByLabel('Rule').fill('FREQ=DAILY;COUNT=3');
    return { rule: 'FREQ=DAILY;COUNT=3', dates: [], except: [] };
  },
  zone: async (page, name) => {
    await choose(page, name, 'tokyo', /Asia\/Tokyo/);
    return 'Asia/Tokyo';
  },
  image: async (page, name, { picture }) => {
    await entry(page, name)
      .locator('input[type=file]')
      .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: await picture() });
    await entry(page, name).getByRole('img').waitFor();
    return expect.any(Number);
  },
  file: async (page, name, { picture }) => {
    await entry(page, name)
      .locator('input[type=file]')
      .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: await picture() });
    return undefined;
  },
  record: async (page, name, { records }) => {
    const { text, id } = records[name] as Choosable;
    await choose(page, name, text, text);
    return id;
  },
  records: async (page, name, { records }) => {
    const { text, id } = records[name] as Choosable;
    await choose(page, name, text, text);
    return [id];
  },
  terms: async (page, name, { records }) => {
    const { text, id } = records[name] as Choosable;
    const box = entry(page, name).getByLabel(text);
    if (await entry(page, name).getByRole('checkbox').count()) await box.check();
    else await choose(page, name, text, text);
    return [id];
  },
  rows: async (page, name) => {
    await entry(page, name).getByRole('button', { name: /^Add/ }).click();
    await entry(page, name).getByLabel('Name').fill('Adults');
    return [expect.objectContaining({ name: 'Adults' })];
  },
};

async function typed(page: Page, name: string, text: string): Promise<string> {
  await entry(page, name).getByRole('textbox').or(entry(page, name).locator('input[type=password]')).fill(text);
  return text;
}

interface Choosable {
  readonly text: string;
  readonly id: number;
}
interface Known {
  /** A new image for each call. */
  readonly picture: () => Promise<Buffer>;
  /** Records to choose from, by field. */
  readonly records: Readonly<Record<string, Choosable>>;
}

const { world, enter } = useForms({ ALMANAC_LANGUAGES: 'en,fr' });

describe('a form', () => {
  let choices: Record<string, Choosable> = {};
  beforeAll(async () => {
    const choosable = (text: string, { id }: { id: number }) => ({ text, id });
    choices = {
      venue: choosable('Town Barn', await world.venue({ venue: 'Town Barn' })),
      organizer: choosable('Mill Guild', await world.organizer({ organizer: 'Mill Guild' })),
      categories: choosable('Music', await world.category({ name: 'Music' })),
      tags: choosable('free', await world.tag({ name: 'free' })),
      author: choosable('world-author', world.people.author),
    };
    choices.eventParent = choosable('Festival', await world.event({ title: 'Festival' }));
    choices.categoryParent = choices.categories as Choosable;
  });

  test('exists for every resource of the OpenAPI document', async () => {
    expect((await documentedResources(world)).map(({ path }) => path)).toEqual(expect.arrayContaining(forms));
  });

  // A new record gets its status from the button that saves it.
  test.each(forms)(
    'of %s is accessible in light and dark, has a labelled control for every field, and saves all values',
    async (path) => {
      const resource = (await documentedResources(world)).find((one) => one.path === path);
      if (!resource) throw new Error(`the document has no resource ${path}`);
      const page = await enter('administrator', `/${path}/new`);
      await entry(page, resource.label).waitFor();
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '');
      });
      await expectAccessibleInBothSchemes(page);
      const expected: Record<string, unknown> = {};
      const hasStatus = resource.properties.some(([name]) => name === 'status');
      for (const [name, { 'x-input': input }] of resource.properties.filter(([one]) => one !== 'status')) {
        const labelled = entry(page, name).locator('input, select, textarea, button, [contenteditable]').first();
        const named = await labelled.evaluate(nameOfControl);
        expect(named, name).not.toBe('');
        const fill = entering[input.widget];
        if (!fill) throw new Error(`no way to enter the widget ${input.widget}`);
        const records = { ...choices, parent: choices[`${resource.name}Parent`] as Choosable };
        const value = await fill(page, name, { picture: () => png(60, 40), records });
        if (value !== undefined) expected[name] = value;
      }
      expect(await entry(page, 'status').count()).toBe(0);
      await save(page, hasStatus ? 'Save draft' : 'Save');
      const id = await openId(page);
      if (hasStatus) {
        expected.status = await entering.choice?.(page, 'status', { picture: () => png(60, 40), records: {} });
        await save(page, 'Submit for review');
      }
      const read = () => world.get(`/${path}/${id}?context=edit`, { as: 'administrator' });
      // The toast of the first save may still be visible during the second one.
      await expect.poll(async () => (await read())._input).toEqual(expect.objectContaining(expected));
      const stored = await read();
      if (path === 'events') {
        expect((await world.ask(`GET /events/${id}`, { as: 'administrator' })).body.code).toMatch(/password/);
        const opened = await world.ask(`GET /events/${id}?password=open+sesame`, { as: 'administrator' });
        expect(opened.statusCode).toBe(200);
      }
      if (path === 'media') expect(stored).toMatchObject({ width: 60, height: 40 });
    },
  );
});

/** The accessible name of a control: `aria-label`, label or legend. */
const nameOfControl = `(control) =>
  control.getAttribute('aria-label') ??
  (control.labels?.[0] ?? control.closest('fieldset')?.querySelector('legend'))?.textContent?.trim() ?? ''` as unknown as (
  element: unknown,
) => string;

test('suggestions, tickets and dialogs are accessible in light and dark', async () => {
  const page = await enter('administrator', '/events/new');
  await page.getByRole('button', { name: 'Add ticket' }).click();
  await entry(page, 'timezone').getByRole('combobox').fill('paris');
  await page.getByRole('option', { name: /Paris/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await choose(page, 'venue', 'New', /New venue “New”/);
  await page.getByRole('dialog').getByLabel('Venue').waitFor();
  await expectAccessibleInBothSchemes(page);
});
