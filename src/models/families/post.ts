// Common parts of events, venues and organizers: columns, policy, dates, statuses and slugs.
import { anonymous, may } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import {
  choiceColumn,
  copied,
  derived,
  flagColumn,
  integerColumn,
  perRow,
  sparseTextColumn,
  textColumn,
  unlisted,
} from '../../core/column.js';
import { all, any, everything, is, not, nothing, oneOf } from '../../core/condition.js';
import { externalFields } from '../../core/external.js';
import { languageColumns } from '../../core/language.js';
import type { Model, Policy, SettleInput } from '../../core/model.js';
import { invalidParam } from '../../core/problem.js';
import { isUnreleased, type Status, settleStatus, statuses } from '../../core/status.js';
import type { Followed, RowIn, Values } from '../../core/store.js';
import { storedColumns } from '../../core/stored.js';
import { fold } from '../../core/text/fold.js';
import { slugify, withEnding } from '../../core/text/slug.js';
import { type DateText, resolveInstant, resolveWall } from '../../core/time/date-text.js';
import { instantWithin, wallWithin } from '../../core/time/zone.js';

export const postColumns = {
  author: copied(integerColumn),
  status: copied(choiceColumn(statuses, 'draft')),
  /** Publication date; the creation date until `date_set`. */
  date_utc: copied(textColumn, 'date'),
  date_set: unlisted(copied(flagColumn, 'date')),
  /** Set when the record is first published, never reset. */
  was_public: unlisted(derived(copied(flagColumn, 'status'))),
  modified_utc: derived(textColumn),
  version: unlisted(derived(perRow(integerColumn))),
  slug: sparseTextColumn,
  description: textColumn,
  ...storedColumns(externalFields),
  ...languageColumns,
};
/** Columns that decide which lists contain a record. */
export const postTrackedColumns = ['author', 'status', 'date_utc', 'modified_utc', 'slug', 'translations'];
export type PostRow = RowIn<typeof postColumns>;

/** Folded name, for comparison without case and accents. */
export const nameKeys = ({ name }: Values): Values => ({ name_key: fold(String(name)) });

const released: readonly Status[] = ['publish', 'future', 'private'];

export const postPolicy: Policy = {
  change: 'write',
  visible: (actor, trash) => {
    const present = trash ? everything : not(is('status', 'trash'));
    if (may(actor, 'edit-others')) return present;
    const own = may(actor, 'write') ? all(is('author', actor.id), present) : nothing;
    return any(is('status', 'publish'), own);
  },
  changeable: (actor) => {
    if (may(actor, 'edit-others')) return everything;
    if (!may(actor, 'write')) return nothing;
    const own = is('author', actor.id);
    return may(actor, 'publish') ? own : all(own, not(oneOf('status', released)));
  },
  gone: all(is('status', 'trash'), is('was_public', true)),
};

/** An image is public while a public record uses it. */
export const postFollowed = (...decidedBy: readonly string[]): Followed => ({
  public: postPolicy.visible(anonymous, false),
  owner: 'author',
  uses: { column: 'image_id', table: 'media', decidedBy: ['status', ...decidedBy] },
});

/** Time in the trash counts from the last change: trashing, or an edit after it. */
export const postDue = {
  publish: { status: 'future', column: 'date_utc' },
  erase: { status: 'trash', column: 'modified_utc' },
} as const satisfies NonNullable<Model['due']>;

export type PostGiven = {
  readonly author?: number;
  readonly date?: DateText;
  readonly date_utc?: DateText;
  readonly description?: string;
  readonly status?: Status;
};

export function settlePost({ given, stored, call, trashing }: SettleInput<PostRow, PostGiven>) {
  const date = settleDate(given, call);
  const isFuture = (date ?? stored?.date_utc ?? call.now) > call.now;
  const status: Status = trashing
    ? 'trash'
    : settleStatus({ requested: given.status, stored: stored?.status, actor: call.actor, isFuture });
  const fixed = released.includes(status);
  const undated = stored?.date_set ? stored.date_utc : fixed || !stored ? call.now : stored.date_utc;
  return {
    ...(given.author !== undefined ? { author: given.author } : stored ? {} : { author: call.actor.id }),
    ...(given.description !== undefined ? { description: given.description } : stored ? {} : { description: '' }),
    status,
    date_utc: date ?? undated,
    date_set: date !== undefined || fixed || (stored?.date_set ?? false),
    was_public: status === 'publish' || (stored?.was_public ?? false),
    modified_utc: call.now,
    version: (stored?.version ?? 0) + 1,
  };
}

function settleDate({ date, date_utc }: PostGiven, { now, site, facade }: Call): string | undefined {
  if (date_utc) {
    const instant = resolveInstant(date_utc, { now, zone: 'UTC' });
    return instant && wallWithin(instant, site.zone) ? instant : outOfRange('date_utc');
  }
  if (!date) return undefined;
  const wall = resolveWall(date, { now, zone: site.zone, offsets: facade.offsets }) ?? outOfRange('date');
  return (instantWithin(wall, site.zone) ?? outOfRange('date')).instant;
}

export const outOfYears = 'Date out of range. Use a year from 1 to 9999.';

export function outOfRange(name: string): never {
  throw invalidParam(name, outOfYears);
}

const trashed = /__trashed(-\d+)?$/;

interface SlugInput {
  readonly requested: string | undefined;
  readonly stored: PostRow | undefined;
  readonly status: Status;
  readonly title: string;
  /** Used when the title has no character that a slug can contain. */
  readonly fallback: string;
  /** Whether drafts get a slug as well. */
  readonly draftsToo: boolean;
}

/** The new slug; empty when it stays. A record in the trash gets the suffix `__trashed`, which frees its slug. */
export function settleSlug({ requested, stored, status, title, fallback, draftsToo }: SlugInput): {
  readonly slugs?: readonly [string];
} {
  const derived = () => (isUnreleased(status) && !draftsToo ? '' : slugify(title) || fallback);
  const plain = (stored?.status === 'trash' ? stored.slug.replace(trashed, '') : stored?.slug) ?? '';
  const wanted = requested !== undefined ? requested || derived() : plain || (status === 'trash' ? '' : derived());
  const slug = status === 'trash' ? withEnding(wanted, '__trashed') : wanted;
  const stays = stored !== undefined && (stored.status === 'trash') === (status === 'trash') && stored.slug === slug;
  return stays || (stored?.status === 'trash' && status === 'trash' && requested === undefined)
    ? {}
    : { slugs: [slug] };
}
