// The filters of webhooks: those of a list of events that do not depend on the time, as a query string.
import type { Call } from '../../core/call.js';
import { all, type Condition, everything, oneOf } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { type Given, lookUpFields, readFields } from '../../core/field.js';
import type { Filters } from '../../core/filter.js';
import { filtersOf } from '../../core/filter-condition.js';
import type { Kind } from '../../core/kind.js';
import { readText } from '../../core/kinds/text.js';
import { Invalid } from '../../core/problem.js';
import { followedLists } from './changes.js';
import { eventShape } from './event.js';

const [followed] = followedLists([eventShape]).shapes;
const { occurrences: _, ...filters } = followed.list.filters;
export const webhookFilters: Filters = filters;
const allowed = { ...followed, list: { ...followed.list, filters } };

const maxFiltersLength = 2_000;

/** The parameters of a query string; a repeated one counts as a list. */
function paramsIn(text: string): Given {
  const params: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text))
    params[name] = Object.hasOwn(params, name) ? `${params[name]},${value}` : value;
  return params;
}

/** The values of the filters, and why a text is invalid. */
export function readWebhookFilters(text: string, call: Call): Given {
  const params = paramsIn(text);
  const unknown = Object.keys(params).find((name) => !Object.hasOwn(webhookFilters, name));
  if (unknown !== undefined) throw new Invalid(`Webhooks have no filter of this name: ${unknown}.`);
  const { given, faults } = readFields(webhookFilters, params, call, true);
  const [fault] = Object.entries(faults);
  if (fault) throw new Invalid(`Invalid filter ${fault[0]}: ${fault[1].message}`);
  return given;
}

/** Without those that have their default: what tokens of changes are bound to. */
export const effectiveFilters = (text: string, call: Call): Given =>
  Object.fromEntries(
    Object.entries(readWebhookFilters(text, call)).filter(
      ([name, value]) => value !== webhookFilters[name]?.documentedDefault,
    ),
  );

export const filterQuery: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', maxLength: maxFiltersLength, examples: ['categories=music&featured=true'] },
  read: (input, call) => {
    const text = readText(input, maxFiltersLength).trim().replace(/^\?/, '');
    readWebhookFilters(text, call);
    return text;
  },
};

/** Resolves the references of filters, such as a category by its slug. */
export async function lookUpFilters(text: string, context: Context): Promise<Given> {
  const { found, faults } = await lookUpFields(webhookFilters, readWebhookFilters(text, context.call), context);
  const [fault] = Object.entries(faults);
  if (fault) throw new Invalid(`Invalid filter ${fault[0]}: ${fault[1].message}`);
  return found;
}

type FoundStatus = Given & { readonly status?: readonly string[] };

/** The records that match, as someone sees them who may edit all. */
export function matchingFilters(found: FoundStatus, { call, registry }: Pick<Context, 'call' | 'registry'>): Condition {
  const query = { found: { ...found, context: 'edit' }, text: {}, page: 1, perPage: 1 };
  const { status } = found;
  return all(filtersOf(allowed, query, call, registry), status?.length ? oneOf('status', status) : everything);
}
