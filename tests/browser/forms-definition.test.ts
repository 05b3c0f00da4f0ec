// A field that is added to a definition appears in the interface, the documentation and the console, which nobody
// touched: here organizers get two, as somebody who changes the program would add them.
import { describe, expect, test } from 'vitest';
import { flagColumn, textColumn } from '../../src/core/column.js';
import { optional } from '../../src/core/field.js';
import { flag } from '../../src/core/kinds/flag.js';
import { plainText } from '../../src/core/kinds/text.js';
import type { Registry, Resource } from '../../src/core/resource.js';
import { organizer } from '../../src/models/organizer/organizer.js';
import { registry } from '../../src/models/registry.js';
import { entry, openId, save, useForms } from './forms-harness.js';

const added: Resource = {
  ...organizer,
  columns: { ...organizer.columns, motto: textColumn, non_profit: flagColumn },
  fields: {
    ...organizer.fields,
    motto: optional(plainText, 'Text that they live by', {
      inForm: { help: 'Words that they live by.' },
      example: 'Grind on',
    }),
    non_profit: optional(flag, 'Whether nobody earns by it', { example: true }),
  },
  settle: (question) => {
    const settled = organizer.settle(question);
    const { given, stored } = question;
    const { motto = stored?.motto ?? '', non_profit = stored?.non_profit ?? false } = given;
    return { ...settled, values: { ...settled.values, motto, non_profit } };
  },
  body: {
    ...organizer.body,
    motto: { schema: { type: 'string' }, of: (row) => row.motto },
    non_profit: { schema: { type: 'boolean' }, of: (row) => row.non_profit },
  },
};

const resources = registry.resources.map((resource) => (resource.name === organizer.name ? added : resource));
const extended: Registry = {
  ...registry,
  resources,
  named: (name) => resources.find((resource) => resource.name === name) ?? registry.named(name),
};
const statements = [
  "alter table organizers add column motto text not null default ''",
  'alter table organizers add column non_profit integer not null default 0',
];

describe('a field added to a definition', () => {
  const { world, enter } = useForms({}, { definitions: { registry: extended, statements } });

  test('is documented with the way it is entered', async () => {
    const document = await world.get('/doc');
    expect(document.components.schemas.OrganizerInput.properties).toMatchObject({
      motto: { description: 'Text that they live by', 'x-input': { widget: 'text', help: 'Words that they live by.' } },
      non_profit: { 'x-input': { widget: 'flag' } },
    });
  });

  test('is entered in the console, and arrives', async () => {
    const page = await enter('editor', '/organizers/new');
    await page.getByLabel('Organizer', { exact: false }).first().fill('Mill Guild');
    await page.getByLabel('Motto').fill('Grind on');
    await page.getByLabel('Non profit').check();
    expect(await entry(page, 'motto').innerText()).toContain('Words that they live by.');
    // What programs read is not shown to people.
    expect(await entry(page, 'non_profit').innerText()).not.toContain('nobody earns');
    await save(page, 'Publish');
    const id = await openId(page);
    expect(await world.get(`/organizers/${id}`)).toMatchObject({
      organizer: 'Mill Guild',
      motto: 'Grind on',
      non_profit: true,
    });
    await page.reload();
    await expect.poll(() => page.getByLabel('Motto').inputValue()).toBe('Grind on');
    expect(await page.getByLabel('Non profit').isChecked()).toBe(true);
  });

  test('is part of a record that is made on the way', async () => {
    const page = await enter('editor', '/events/new');
    await page.getByLabel('Title').fill('Fair');
    await entry(page, 'organizer').getByRole('combobox').fill('New Guild');
    await page.getByRole('option', { name: /New organizer/ }).click();
    await page.getByRole('dialog').getByLabel('Motto').fill('Ever new');
    await page.getByRole('dialog').getByRole('button', { name: 'Create organizer' }).click();
    await entry(page, 'organizer').getByText('New Guild').waitFor();
    const { organizers } = await world.get('/organizers?search=guild');
    expect(organizers.map(({ motto }: { motto: string }) => motto)).toContain('Ever new');
  });
});
