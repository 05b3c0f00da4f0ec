// A stored field that is added to a model appears in the API, the documentation and the console without further changes.
// Here organizers get two.
import { describe, expect, test } from 'vitest';
import { flagColumn, textColumn } from '../../src/core/column.js';
import { flag } from '../../src/core/kinds/flag.js';
import { plainText } from '../../src/core/kinds/text.js';
import type { Shape } from '../../src/core/shape.js';
import { stored, storedBody, storedColumns } from '../../src/core/stored.js';
import { eventShapes } from '../../src/facades/events/events.js';
import { organizerShape } from '../../src/facades/events/organizer.js';
import { entry, openId, save, useForms } from './forms-harness.js';

const { model } = organizerShape;
const added = {
  motto: stored(plainText, textColumn, 'Text that they live by', {
    default: '',
    inForm: { help: 'Words that they live by.' },
    example: 'Grind on',
  }),
  non_profit: stored(flag, flagColumn, 'Whether nobody earns by it', { default: false, example: true }),
};
const extended: Shape = {
  ...organizerShape,
  model: {
    ...model,
    columns: { ...model.columns, ...storedColumns(added) },
    stored: { ...model.stored, ...added },
  },
  fields: { ...organizerShape.fields, ...added },
  body: { ...organizerShape.body, ...storedBody(added) },
};
const shapes = eventShapes.map((shape) => (shape === organizerShape ? extended : shape));
const statements = [
  "alter table organizers add column motto text not null default ''",
  'alter table organizers add column non_profit integer not null default 0',
];

describe('a field added to a definition', () => {
  const { world, enter } = useForms({}, { definitions: { shapes, statements } });

  test('is documented with its widget and help text', async () => {
    const document = await world.get('/doc');
    expect(document.components.schemas.OrganizerInput.properties).toMatchObject({
      motto: { description: 'Text that they live by', 'x-input': { widget: 'text', help: 'Words that they live by.' } },
      non_profit: { 'x-input': { widget: 'flag' } },
    });
  });

  test('is entered in the console and saved', async () => {
    const page = await enter('editor', '/organizers/new');
    await page.getByLabel('Organizer', { exact: false }).first().fill('Mill Guild');
    await page.getByLabel('Motto').fill('Grind on');
    await page.getByLabel('Non profit').check();
    expect(await entry(page, 'motto').innerText()).toContain('Words that they live by.');
    // The API description is not shown in the form.
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

  test('is part of the dialog that creates a linked record', async () => {
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
