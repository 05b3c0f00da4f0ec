// Which columns a table has: chosen from the contract, so that any resource has a sensible table.
import { type FieldInfo, fieldsOf, humanised, parametersOf, type ResourceInfo, responseKeys } from '../api/contract';
import { isDated } from '../shell/navigation';

export interface Column {
  readonly key: string;
  readonly label: string;
  /** The field that it shows; none for what is only answered. */
  readonly field?: FieldInfo;
  /** What the list calls sorting by it. */
  readonly sort?: string | undefined;
  /** Holds more than a word or two. */
  readonly wide?: true;
}

/** What tells most about a record, first; widgets that are not here make no column. */
const telling = ['moment', 'records', 'terms', 'text', 'email', 'url', 'slug', 'integer'];
const most = 4;

/** The document says only in words what a list sorts by. */
function sortsOf(resource: ResourceInfo): ReadonlySet<string> {
  const words = parametersOf(resource).get('orderby')?.description ?? '';
  return new Set(words.match(/[a-z_]+/g) ?? []);
}

export function columnsOf(resource: ResourceInfo): readonly Column[] {
  const sorts = sortsOf(resource);
  const sort = (name: string) => (sorts.has(name) ? { sort: name } : {});
  const rank = ({ input }: FieldInfo) => telling.indexOf(input.widget);
  const dated = isDated(resource);
  const fields = fieldsOf(resource.name)
    .filter(({ name, input, required }) => {
      if (name === resource.label || (dated && name === 'end_date')) return false;
      return input.widget === 'moment' ? required : telling.includes(input.widget);
    })
    .sort((left, right) => rank(left) - rank(right))
    .slice(0, most)
    .map((field) => {
      const when = dated && field.name === 'start_date' && ({ label: 'When', wide: true } as const);
      return { key: field.name, label: field.label, field, ...sort(field.name), ...when };
    });
  const answered = responseKeys(resource);
  const more = ['count', 'modified'].filter((name) => name in answered).slice(0, most - fields.length);
  return [...fields, ...more.map((name) => ({ key: name, label: humanised(name), ...sort(name) }))];
}

/** The column that names the record stands in front of all others. */
export const labelSort = (resource: ResourceInfo): string | undefined =>
  sortsOf(resource).has(resource.label) ? resource.label : undefined;

/** How a list is sorted while nobody has said. */
export const defaultSort = (resource: ResourceInfo): string => {
  if (resource.tree) return '';
  return isDated(resource) ? 'start_date' : (labelSort(resource) ?? '');
};

/** The key that may hold a picture. */
export const pictureOf = (resource: ResourceInfo): string | undefined =>
  fieldsOf(resource.name).find(({ input }) => input.widget === 'image')?.name;
