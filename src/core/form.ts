// A record as a form shows it: its values in the shape in which a change takes them, for those who may change it.
import { may } from './actor.js';
import type { Call } from './call.js';
import { type AnyField, type Given, lasting } from './field.js';
import { holds } from './judge.js';
import { mainLanguage, ownTexts } from './language.js';
import type { Resource } from './resource.js';
import type { Row } from './store.js';

export const mayChange = ({ policy }: Resource, row: Row, { actor }: Call): boolean =>
  may(actor, policy.change) && holds(policy.changeable(actor), row);

/** In the language that was asked for and in no other: a text that it does not have there is empty. */
export function formOf(resource: Resource, row: Row, call: Call): Given {
  const { languages } = call.site;
  const language = call.language ?? mainLanguage(row, languages);
  const shown = { ...row, ...ownTexts(row, Object.keys(resource.spoken), language, languages) };
  const values = Object.entries(lasting(resource.fields))
    .filter(([, field]) => isShown(field, call))
    .map(([name, field]) => [name, storedValue(resource, name, field, shown, call), field.required] as const);
  // What must not be blank is left out where it is, as in a language in which the record has no name.
  return Object.fromEntries(values.filter(([, value, required]) => value !== undefined && !(required && value === '')));
}

/** Secrets never are, nor what cannot be entered here. */
function isShown({ silent, same, kind: { input } }: AnyField, { site }: Call): boolean {
  return !silent && !same && input?.widget !== 'secret' && (!input?.needs || site[input.needs]);
}

function storedValue({ links, spoken }: Resource, name: string, field: AnyField, row: Row, call: Call): unknown {
  if (field.form) return field.form(row, call);
  if (links[name]) return (row[name] as readonly Row[]).map(({ id }) => id);
  const column = Object.keys(spoken).find((key) => spoken[key] === name) ?? name;
  return row[column];
}
