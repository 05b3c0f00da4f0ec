// Groups the fields of a form into sections: title first, then dates and places, long texts, cost and display options.
// A field's definition may name its group; otherwise its widget decides, so that new fields need no change here.

import type { FieldInfo, ResourceInfo, SiteInfo } from '../api/contract';
import type { Right } from '../api/session';
import { withinSentence } from '../i18n/contract';
import { language } from '../i18n/texts';
import { endOf } from './default-end';
import { texts } from './texts';

export interface Section {
  readonly name: string;
  readonly place: 'main' | 'side';
  /** Closed at first. */
  readonly collapsed?: true;
  readonly fields: readonly FieldInfo[];
}

const order = [
  { name: 'name', place: 'main' },
  { name: 'site', place: 'main' },
  { name: 'branding', place: 'main' },
  { name: 'calendar', place: 'main' },
  { name: 'footer', place: 'main' },
  { name: 'maps', place: 'main' },
  { name: 'submissions', place: 'main' },
  { name: 'assistants', place: 'main' },
  { name: 'mail', place: 'main' },
  { name: 'time', place: 'main' },
  { name: 'links', place: 'main' },
  { name: 'place', place: 'main' },
  { name: 'contact', place: 'main' },
  { name: 'texts', place: 'main' },
  { name: 'details', place: 'main' },
  { name: 'cost', place: 'main' },
  { name: 'publication', place: 'side' },
  { name: 'picture', place: 'side' },
  { name: 'terms', place: 'side' },
  { name: 'display', place: 'side' },
  { name: 'more', place: 'main', collapsed: true },
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
    case 'secret':
      return input.generated ? 'details' : 'more';
    case 'slug':
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
    input.hidden === undefined &&
    (input.right === undefined || may(input.right)) &&
    (isNew || !input.initial) &&
    (input.needs === undefined || site[input.needs] !== false);

/** A new record gets its status from the button that saves it, so that it has no status field. */
const isVisible = ({ name }: FieldInfo, fields: readonly FieldInfo[], isNew: boolean): boolean =>
  (!isNew || name !== 'status') && !fields.some(({ input }) => input.pair === name);

export function sectionsOf(fields: readonly FieldInfo[], resource: ResourceInfo, isNew: boolean): readonly Section[] {
  return order.flatMap((section) => {
    const held = fields
      .filter((field) => isVisible(field, fields, isNew) && sectionOf(field, resource, fields) === section.name)
      // The status comes before the publication date.
      .sort((one, other) => Number(other.name === 'status') - Number(one.name === 'status'))
      .sort((one, other) => (one.input.order ?? 0) - (other.input.order ?? 0));
    return held.length ? [{ ...section, fields: held }] : [];
  });
}

/** Sections without a title are called after their fields. */
export const titleOf = ({ name, fields }: Pick<Section, 'name' | 'fields'>): string => {
  const labels = fields.map(({ label }, at) => (at === 0 ? label : withinSentence(label)));
  return texts().sections[name] ?? new Intl.ListFormat(language.value).format(labels);
};
