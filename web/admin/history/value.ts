// Values of the API as text, as the rest of the console names them: choices, dates, flags, rules, names of linked records.

import { choiceLabel, type FieldInfo, fieldsOf, humanised, resourceAt } from '../api/contract';
import { showMoment, showUtc } from '../api/moment';
import { texts as uiTexts } from '../ui/texts';
import { nameById, sourceNamed } from '../widgets/record-search';
import { isWall } from '../widgets/wall-clock';

export const fieldIn = (path: string, name: string): FieldInfo | undefined => {
  const resource = resourceAt(path);
  return resource && fieldsOf(resource.name).find((field) => field.name === name);
};

/** A field that sets the same value as another one has its name. */
export function labelOf(path: string, name: string): string {
  const field = fieldIn(path, name);
  const shown = field?.input.same === undefined ? field : fieldIn(path, field.input.same);
  return shown?.label ?? humanised(name);
}

/** The text of an HTML field; nothing of it is run or loaded. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<\/(p|li|h\d)>|<br>/g, '$&\n'), 'text/html').body.textContent?.trim() ??
  '';

export function valueText(field: FieldInfo | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const source = sourceNamed(field?.input.resource);
  if (source && typeof value === 'number') return value === 0 ? '' : nameById(source, value);
  if (Array.isArray(value)) return value.map((item) => valueText(field, item)).join(', ');
  if (typeof value === 'boolean') return value ? uiTexts().yes : uiTexts().no;
  if (typeof value === 'object') return objectText(value);
  const text = String(value);
  if (isWall(text)) return field?.name.endsWith('_utc') ? showUtc(text) : showMoment(text);
  if (field && isChoice(field)) return choiceLabel(field, text);
  return field?.input.widget === 'html' ? plainText(text) : text;
}

const isChoice = ({ input, schema }: FieldInfo): boolean => input.widget === 'choice' || schema.enum !== undefined;

/** Prices and rules have a text; other objects, such as tickets, their values. */
function objectText(value: object): string {
  const { text, rule, name, price } = value as Readonly<Record<string, unknown>>;
  if (typeof text === 'string') return text;
  if (typeof rule === 'string') return rule;
  if (typeof name === 'string') return [name, price].filter(Boolean).join(' ');
  return JSON.stringify(value);
}
