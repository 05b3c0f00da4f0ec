// External IDs of records: fields, filters, keys and parameters. Only callers who may change a record see its external ID
// and find it by it.
import { all, is } from '../../core/condition.js';
import { externalFields, externalId, sourceName } from '../../core/external.js';
import { filter } from '../../core/filter.js';
import { mayChange } from '../../core/form.js';
import type { Output, Shape } from '../../core/shape.js';
import { storedBody } from '../../core/stored.js';

/** The shape of records that can have an external ID. */
export const withExternalIds = (shape: Shape): Shape => {
  const { model, list } = shape;
  const { changeable } = model.policy;
  const toEditors = ({ schema, of }: Output): Output => ({
    schema,
    of: (row, view) => (row.external_id && mayChange(model, row, view) ? of(row, view) : undefined),
  });
  return {
    ...shape,
    fields: { ...shape.fields, ...externalFields },
    body: { ...shape.body, ...storedBody(externalFields, toEditors) },
    list: {
      ...list,
      filters: {
        ...list.filters,
        source: filter(
          sourceName,
          'Records from this source that the caller may change.',
          (source, _, { actor }) => all(is('source', source), changeable(actor)),
          { isPublic: true, example: 'box-office' },
        ),
        external_id: filter(
          externalId,
          'Record with this external ID that the caller may change.',
          (id, _, { actor }) => all(is('external_id', id), changeable(actor)),
          { isPublic: true, example: 'show-1204' },
        ),
      },
    },
  };
};

const without = <Item>(items: Readonly<Record<string, Item>>, names: object): Readonly<Record<string, Item>> =>
  Object.fromEntries(Object.entries(items).filter(([name]) => !(name in names)));

/** For existing clients, which know no external IDs. */
export const withoutExternalIds = (shape: Shape): Shape => ({
  ...shape,
  fields: without(shape.fields, externalFields),
  body: without(shape.body, externalFields),
  list: { ...shape.list, filters: without(shape.list.filters, externalFields) },
});

export const hasExternalIds = (shape: Shape): boolean => 'external_id' in shape.fields;
