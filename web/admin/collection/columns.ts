// The columns of a table, chosen from the field definitions of any resource.
import { type FieldInfo, fieldsOf, humanised, parametersOf, type ResourceInfo, responseKeys } from '../api/contract';
import { isDated } from '../shell/navigation';

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

/** Widgets whose fields become columns, most useful first. */
const columnWidgets = ['moment', 'records', 'terms', 'text', 'email', 'url', 'slug', 'integer'];
const maxColumns = 4;

const sortsOf = (resource: ResourceInfo): ReadonlySet<unknown> =>
  new Set(parametersOf(resource).get('orderby')?.schema?.enum);

export function columnsOf(resource: ResourceInfo): readonly Column[] {
  const sorts = sortsOf(resource);
  const sort = (name: string) => (sorts.has(name) ? { sort: name } : {});
  const rank = ({ input }: FieldInfo) => columnWidgets.indexOf(input.widget);
  const dated = isDated(resource);
  const fields = fieldsOf(resource.name)
    .filter(({ name, input, required }) => {
      if (name === resource.label || (dated && name === 'end_date')) return false;
      return input.widget === 'moment' ? required : columnWidgets.includes(input.widget);
    })
    .sort((left, right) => rank(left) - rank(right))
    .slice(0, maxColumns)
    .map((field) => {
      const when = dated && field.name === 'start_date' && ({ label: 'When', wide: true } as const);
      return { key: field.name, label: field.label, field, ...sort(field.name), ...when };
    });
  const keys = responseKeys(resource);
  const more = ['count', 'modified'].filter((name) => name in keys).slice(0, maxColumns - fields.length);
  return [...fields, ...more.map((name) => ({ key: name, label: humanised(name), ...sort(name) }))];
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
