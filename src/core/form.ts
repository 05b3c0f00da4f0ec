// The form values of a record (`_input`): its fields as an update accepts them, for callers who may edit it.
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

/** Texts in the requested language only: a missing translation is empty. */
export function formOf({ model, fields }: Shape, row: Row, call: Call): Given {
  const { languages } = call.site;
  const language = call.language ?? mainLanguage(row, languages);
  const shown = { ...row, ...ownTexts(row, model.translated, language, languages) };
  const values = Object.entries(updatable(fields))
    .filter(([, field]) => isShown(field, call))
    .map(([name, field]) => [name, storedValue(model, name, field, shown, call), field.required] as const);
  // Omits empty required values, such as the name in a language without a translation.
  return Object.fromEntries(values.filter(([, value, required]) => value !== undefined && !(required && value === '')));
}

/** False for secrets, aliases, fields of programs, undocumented fields and fields of an inactive extension. */
function isShown({ undocumented, aliasOf, noForm, kind: { input } }: AnyField, { site }: Call): boolean {
  return (
    !undocumented && !aliasOf && !noForm && input?.widget !== 'secret' && (!input?.needs || Boolean(site[input.needs]))
  );
}

function storedValue(model: Model, name: string, field: AnyField, row: Row, call: Call): unknown {
  const column = field.sets ?? name;
  if (field.toInput) return field.toInput(row, call);
  return column in model.links ? linkedIds(row, column) : row[column];
}
