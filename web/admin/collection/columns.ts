// The columns of a table, from the field definitions of any resource: all that there are, and those shown by default.
import { type FieldInfo, fieldsOf, parametersOf, type ResourceInfo, responseKeys } from '../api/contract';
import { isDated } from '../shell/navigation';
import { texts as subscriptionTexts } from '../subscriptions/texts';
import { texts as webhookTexts } from '../webhooks/texts';
import { texts } from './texts';

export interface Column {
  readonly key: string;
  readonly label: string;
  /** Undefined for read-only keys such as `modified`. */
  readonly field?: FieldInfo;
  /** Value of `orderby`, if the list can be sorted by it. */
  readonly sort?: string | undefined;
  /** Wider than the others. */
  readonly wide?: true;
}

/** Widgets whose fields are shown by default, most useful first. */
const defaultWidgets = ['moment', 'records', 'terms', 'text', 'email', 'url', 'slug', 'integer'];
/** Widgets whose fields can be chosen in addition. */
const moreWidgets = ['flag', 'choice', 'price', 'zone', 'number'];
const maxDefaultColumns = 4;

const sortsOf = (resource: ResourceInfo): ReadonlySet<unknown> =>
  new Set(parametersOf(resource).get('orderby')?.schema?.enum);

/** What came of reading a subscribed calendar: shown first. */
const stateKeys = ['last_result', 'event_count', 'checked_utc', 'next_utc'] as const;
/** Of webhooks; places have a `state` of another kind. */
const webhookKeys = ['state', 'last_success'] as const;
export const isWebhook = ({ name }: ResourceInfo): boolean => name === 'webhook';
const readOnlyKeys = ['count', 'modified', 'date', 'created_utc', 'id'] as const;

/** All columns, in the order of a table. */
export function columnsOf(resource: ResourceInfo): readonly Column[] {
  const sorts = sortsOf(resource);
  const sort = (name: string) => (sorts.has(name) ? { sort: name } : {});
  const widgets = [...defaultWidgets, ...moreWidgets];
  const rank = ({ input }: FieldInfo) => widgets.indexOf(input.widget);
  const dated = isDated(resource);
  const fields = fieldsOf(resource.name)
    .filter(({ name, input }) => {
      // The title is the first column, the status a badge beside it, and the end is shown with the start.
      if (name === resource.label || name === 'status' || (dated && name === 'end_date')) return false;
      return widgets.includes(input.widget) && input.same === undefined && input.hidden === undefined;
    })
    .sort((left, right) => rank(left) - rank(right))
    .map((field) => {
      const when = dated && field.name === 'start_date' && ({ label: texts().when, wide: true } as const);
      return { key: field.name, label: field.label, field, ...sort(field.name), ...when };
    });
  const keys = responseKeys(resource);
  const known = new Set(fields.map(({ key }) => key));
  const more = readOnlyKeys.filter((name) => name in keys && !known.has(name));
  const labels = { ...texts().columns, created_utc: texts().columns.date };
  const state = stateKeys.filter((name) => name in keys);
  return [
    ...state.map((name) => ({ key: name, label: subscriptionTexts().columns[name] })),
    ...(isWebhook(resource) ? webhookKeys.map((name) => ({ key: name, label: webhookTexts().columns[name] })) : []),
    ...fields,
    ...more.map((name) => ({ key: name, label: labels[name], ...sort(name) })),
  ];
}

const defaultReadOnly = new Set([
  'state',
  'last_success',
  'last_result',
  'event_count',
  'checked_utc',
  'count',
  'modified',
  'created_utc',
]);

const isDefault = ({ key, field }: Column): boolean => {
  if (!field) return defaultReadOnly.has(key);
  const { widget } = field.input;
  return widget === 'moment' || widget === 'choice' ? field.required : defaultWidgets.includes(widget);
};

export const defaultKeys = (resource: ResourceInfo): readonly string[] =>
  columnsOf(resource)
    .filter(isDefault)
    .slice(0, maxDefaultColumns)
    .map(({ key }) => key);

/** The columns with these keys; the default ones if undefined. Unknown keys are ignored. */
export function shownColumns(resource: ResourceInfo, keys: readonly string[] | undefined): readonly Column[] {
  const shown = new Set(keys ?? defaultKeys(resource));
  return columnsOf(resource).filter(({ key }) => shown.has(key));
}

/** Sort key of the first column, which has the title or name. */
export const labelSort = (resource: ResourceInfo): string | undefined =>
  sortsOf(resource).has(resource.label) ? resource.label : undefined;

/** Sort order before the user chooses one. */
export const defaultSort = (resource: ResourceInfo): string => {
  if (resource.tree) return '';
  return isDated(resource) ? 'start_date' : (labelSort(resource) ?? '');
};

/** The key of the record's image. */
export const imageKeyOf = (resource: ResourceInfo): string | undefined =>
  fieldsOf(resource.name).find(({ input }) => input.widget === 'image')?.name;
