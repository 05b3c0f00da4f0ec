// Groups the fields of a form into sections: title first, then dates and places, long texts, cost and display options.
// A field's definition may name its group; otherwise its widget decides, so that new fields need no change here.
import type { FieldInfo, ResourceInfo, SiteInfo } from '../api/contract';
import type { Right } from '../api/session';
import { endOf } from './default-end';

export interface Section {
  readonly name: string;
  /** Default: the labels of its fields. */
  readonly title?: string;
  readonly place: 'main' | 'side';
  /** Closed at first. */
  readonly collapsed?: true;
  readonly fields: readonly FieldInfo[];
}

const order = [
  { name: 'name', title: 'Name', place: 'main' },
  { name: 'site', title: 'Site', place: 'main' },
  { name: 'look', title: 'Look', place: 'main' },
  { name: 'calendar', title: 'Calendar', place: 'main' },
  { name: 'footer', title: 'Footer', place: 'main' },
  { name: 'maps', title: 'Maps', place: 'main' },
  { name: 'submissions', title: 'Submissions', place: 'main' },
  { name: 'mail', title: 'Mail', place: 'main' },
  { name: 'time', title: 'When', place: 'main' },
  { name: 'links', place: 'main' },
  { name: 'place', title: 'Address', place: 'main' },
  { name: 'contact', title: 'Contact', place: 'main' },
  { name: 'texts', title: 'Texts', place: 'main' },
  { name: 'details', title: 'Details', place: 'main' },
  { name: 'cost', place: 'main' },
  { name: 'publication', title: 'Publication', place: 'side' },
  { name: 'picture', title: 'Image', place: 'side' },
  { name: 'terms', place: 'side' },
  { name: 'display', title: 'Display', place: 'side' },
  { name: 'more', title: 'More', place: 'main', collapsed: true },
] as const satisfies readonly Omit<Section, 'fields'>[];
type Name = (typeof order)[number]['name'];

function sectionOf(field: FieldInfo, { label }: ResourceInfo, fields: readonly FieldInfo[]): Name {
  const { name, required, input } = field;
  const { widget } = input;
  if (name === label) return 'name';
  const group = order.find((section) => section.name === input.group);
  if (group) return group.name;
  switch (widget) {
    case 'html':
    case 'lines':
      return 'texts';
    case 'moment':
      return required || endOf(fields, name) ? 'time' : 'more';
    case 'zone':
    case 'recurrence':
      return 'time';
    case 'records':
      return 'links';
    case 'terms':
      return 'terms';
    case 'image':
    case 'file':
      return 'picture';
    case 'price':
    case 'rows':
      return 'cost';
    case 'flag':
      return name === 'all_day' ? 'time' : 'display';
    case 'choice':
      return name === 'status' ? 'publication' : 'details';
    case 'slug':
    case 'secret':
    case 'record':
      return 'more';
    default:
      return 'details';
  }
}

/** Leaves out the language (chosen by the tabs), aliases, fields without the needed right or extension, and fields that
 * can be set only once. */
export const isShown =
  (isNew: boolean, site: SiteInfo, may: (right: Right) => boolean) =>
  ({ name, input }: FieldInfo): boolean =>
    name !== 'i18n_language' &&
    input.same === undefined &&
    (input.right === undefined || may(input.right)) &&
    (isNew || !input.initial) &&
    (input.needs === undefined || site[input.needs] !== false);

/** A new record gets its status from the button that saves it, so that it has no status field. */
const isVisible = ({ name }: FieldInfo, isNew: boolean): boolean => !isNew || name !== 'status';

export function sectionsOf(fields: readonly FieldInfo[], resource: ResourceInfo, isNew: boolean): readonly Section[] {
  return order.flatMap((section) => {
    const held = fields
      .filter((field) => isVisible(field, isNew) && sectionOf(field, resource, fields) === section.name)
      // The status comes before the publication date.
      .sort((one, other) => Number(other.name === 'status') - Number(one.name === 'status'));
    return held.length ? [{ ...section, fields: held }] : [];
  });
}

export const titleOf = ({ title, fields }: Section): string => {
  const labels = fields.map(({ label }, at) => (at === 0 ? label : label.toLowerCase()));
  return title ?? new Intl.ListFormat('en').format(labels);
};
