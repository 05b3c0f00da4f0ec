// A record as a form shows it: its values in the shape in which a change takes them, for those who may change it.
import { may } from './actor.js';
import type { Call } from './call.js';
import { type AnyField, type Given, updatable } from './field.js';
import { holds } from './judge.js';
import { mainLanguage, ownTexts } from './language.js';
import type { Model } from './model.js';
import type { Shape } from './shape.js';
import { linkedIds, type Row } from './store.js';

export const mayChange = ({ policy }: Model, row: Row, { actor }: Call): boolean =>
  may(actor, policy.change) && holds(policy.changeable(actor), row);

/** In the language that was asked for and in no other: a text that it does not have there is empty. */
export function formOf({ model, fields }: Shape, row: Row, call: Call): Given {
  const { languages } = call.site;
  const language = call.language ?? mainLanguage(row, languages);
  const shown = { ...row, ...ownTexts(row, model.translated, language, languages) };
  const values = Object.entries(updatable(fields))
    .filter(([, field]) => isShown(field, call))
    .map(([name, field]) => [name, storedValue(model, name, field, shown, call), field.required] as const);
  // What must not be blank is left out where it is, as in a language in which the record has no name.
  return Object.fromEntries(values.filter(([, value, required]) => value !== undefined && !(required && value === '')));
}

/** Secrets never are, nor what cannot be entered here. */
function isShown({ undocumented, aliasOf, kind: { input } }: AnyField, { site }: Call): boolean {
  return !undocumented && !aliasOf && input?.widget !== 'secret' && (!input?.needs || site[input.needs]);
}

function storedValue(model: Model, name: string, field: AnyField, row: Row, call: Call): unknown {
  const column = field.sets ?? name;
  if (field.toInput) return field.toInput(row, call);
  return column in model.links ? linkedIds(row, column) : row[column];
}
