// External IDs: the identity of a record in another system. A source and an ID in it belong to one record of a
// model at most.
import type { Actor } from './actor.js';
import type { Call } from './call.js';
import { integerColumn, perRow, sparseTextColumn, textColumn, unlisted } from './column.js';
import { all, type Condition, is } from './condition.js';
import { type Given, optional } from './field.js';
import type { Kind } from './kind.js';
import { choice } from './kinds/choice.js';
import { flag } from './kinds/flag.js';
import { lineText } from './kinds/text.js';
import { Invalid, invalidParam } from './problem.js';
import { plainTable, type Values } from './store.js';
import { stored } from './stored.js';
import { slugify } from './text/slug.js';

const maxSourceLength = 64;
const sourcePattern = /^[a-z0-9._:/-]*$/;
const line = lineText(maxSourceLength);

export const sourceName: Kind<string> = {
  ...line,
  schema: { type: 'string', maxLength: maxSourceLength, pattern: sourcePattern.source },
  read: (input, call) => {
    const source = line.read(input, call);
    if (!sourcePattern.test(source)) throw new Invalid('Use lowercase letters, digits and any of . _ : / - only.');
    return source;
  },
};

export const externalId = lineText(255);

/** Set by programs, so that no form shows them. */
export const externalFields = {
  source: stored(
    sourceName,
    unlisted(perRow(sparseTextColumn)),
    'Name of the system that the record comes from. Default: the name of the user, if there is an `external_id`. Users without the right to edit the records of others have this one source; names that begin with `subscription:` or `tec:` are reserved.',
    { default: '', noForm: true, example: 'box-office' },
  ),
  external_id: stored(
    externalId,
    perRow(sparseTextColumn),
    'ID of the record in that system. An empty string removes it.',
    {
      default: '',
      noForm: true,
      example: 'show-1204',
    },
  ),
};

/** Parameters of creating a record with an external ID. */
export const conflictParams = {
  on_conflict: optional(
    choice(['update', 'skip', 'fail']),
    'What to do if a record with this `source` and `external_id` exists: update it, return it unchanged, or answer 409.',
    { documentedDefault: 'update', example: 'update' },
  ),
  restore: optional(flag, '`true` restores the record if it is in the trash, instead of answering 409.', {
    example: false,
  }),
};

export interface ExternalKey {
  readonly source: string;
  readonly externalId: string;
}

/** Sources that only the service itself uses, each followed by the name of a subscription or of a site. */
export const subscriptionPrefix = 'subscription:';
export const sitePrefix = 'tec:';

export const isSystemSource = (source: string): boolean =>
  source.startsWith(subscriptionPrefix) || source.startsWith(sitePrefix);

/** Default sources of imports, which no user owns because of their name. */
export const importSources: readonly string[] = ['csv', 'ical', 'ndjson'];

/** Users who may not edit the records of others own the source of their name from its first use on: names can be changed and
 * given to others. */
const ownerColumns = { source: textColumn, user_id: integerColumn };
export const sourceOwners = plainTable('source_owners', ownerColumns);

/** The source that is a user's own whatever the name is. */
export const ownSourceOf = ({ id }: Pick<Actor, 'id'>): string => `user-${id}`;
export const isOwnSource = (source: string): boolean => /^user-\d+$/.test(source);

export const namedSourceOf = (actor: Actor): string =>
  slugify(actor.name).slice(0, maxSourceLength) || ownSourceOf(actor);

/** The external ID among given values; undefined if there is none. */
export function externalKeyOf({ source, external_id }: Given, { actor }: Pick<Call, 'actor'>): ExternalKey | undefined {
  if (typeof external_id !== 'string' || external_id === '') return undefined;
  return {
    source: typeof source === 'string' && source !== '' ? source : namedSourceOf(actor),
    externalId: external_id,
  };
}

export const hasExternalId = ({ source, externalId: id }: ExternalKey): Condition =>
  all(is('source', source), is('external_id', id));

/** A source without an ID means nothing. */
export function settleExternal(values: Values, given: Given, call: Pick<Call, 'actor'>): Values {
  if (!('external_id' in values)) return {};
  const key = externalKeyOf(values, call);
  if (key) return { source: key.source };
  if (given.source && given.external_id === undefined)
    throw invalidParam('source', 'Send external_id together with source.');
  return { source: '' };
}
