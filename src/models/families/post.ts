// What events, venues and organizers share: columns, fields, who may see and change them, dates and statuses.
import { type Actor, may } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import { flagColumn, integerColumn, type RowOf, sparseTextColumn, textColumn, wordColumn } from '../../core/column.js';
import { all, any, type Condition, everything, is, not, nothing, oneOf } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { holds } from '../../core/judge.js';
import { statusChoice } from '../../core/kinds/choice.js';
import { moment } from '../../core/kinds/moment.js';
import { identifier } from '../../core/kinds/number.js';
import { htmlText } from '../../core/kinds/text.js';
import { languageColumns } from '../../core/language.js';
import { invalidParam, Problem } from '../../core/problem.js';
import type { Operations, Policy, Question, Resource } from '../../core/resource.js';
import { isUnreleased, type Status, settleStatus, statuses } from '../../core/status.js';
import type { Row, Values } from '../../core/store.js';
import { fold } from '../../core/text/fold.js';
import { slugify, withEnding } from '../../core/text/slug.js';
import { type DateText, resolveInstant, resolveWall } from '../../core/time/date-text.js';
import { instantWithin, toWall, wallWithin } from '../../core/time/zone.js';
import { existingAuthor } from '../lookup.js';

export const postColumns = {
  author: integerColumn,
  status: wordColumn(...statuses),
  /** When it was or will be published; until `date_set` merely when it was made. */
  date_utc: textColumn,
  date_set: flagColumn,
  /** Set when the record is first published, and never taken back. */
  was_public: flagColumn,
  modified_utc: textColumn,
  version: integerColumn,
  slug: sparseTextColumn,
  description: textColumn,
  ...languageColumns,
};
/** What tells which lists hold a record. */
export const postWatched = ['author', 'status', 'date_utc', 'modified_utc', 'slug', 'translations'];
export type PostRow = Row & Omit<RowOf<typeof postColumns>, 'status'> & { readonly status: Status };

export const postFields = (advertised: { advertised?: null } = {}) => ({
  author: optional(identifier, 'Id of the author', {
    lookUp: existingAuthor,
    among: 'user',
    right: 'set-author',
    form: (row) => (row as PostRow).author || undefined,
    ...advertised,
    example: 1,
  }),
  date: optional(moment, 'Publication date in the site’s zone', {
    ...advertised,
    inForm: { label: 'Publication date', group: 'publication' },
    form: formDate,
    example: '2026-09-01 08:15:00',
  }),
  date_utc: optional(moment, 'Publication date in UTC', {
    ...advertised,
    same: 'date',
    example: '2026-09-01 12:15:00',
  }),
  description: optional(htmlText, 'Description, as HTML', { ...advertised, example: '<p>Stalls and music.</p>' }),
  status: optional(statusChoice, 'Status of the record', { ...advertised, example: 'publish' }),
});

/** Until it is set it follows the clock, so that there is nothing to enter. */
const formDate = (row: Row, { site }: Call) => {
  const { date_set, date_utc } = row as PostRow;
  return date_set ? toWall(date_utc, site.zone) : undefined;
};

/** Records that are known by their name are found by it, however it is spelt. */
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

/** Trash is counted from its last change, which is the one that put it there unless it was edited since. */
export const postDue: NonNullable<Resource['due']> = {
  publish: { status: 'future', column: 'date_utc' },
  erase: { status: 'trash', column: 'modified_utc' },
};

/** The statuses a list holds when none is asked for, as its address tells it. */
export const shownStatus = (actor: Actor): string => (may(actor, 'write') ? 'any' : 'publish');

interface PostGiven {
  readonly author?: number;
  readonly date?: DateText;
  readonly date_utc?: DateText;
  readonly description?: string;
  readonly status?: Status;
}

export function settlePost({ given, stored, call, trashing }: Question) {
  const asked = given as PostGiven;
  const before = stored as PostRow | undefined;
  const date = settleDate(asked, call);
  const ahead = (date ?? before?.date_utc ?? call.now) > call.now;
  const status: Status = trashing
    ? 'trash'
    : settleStatus({ asked: asked.status, stored: before?.status, actor: call.actor, ahead });
  const fixed = released.includes(status);
  const float = before?.date_set ? before.date_utc : fixed || !before ? call.now : before.date_utc;
  return {
    ...(asked.author !== undefined ? { author: asked.author } : before ? {} : { author: call.actor.id }),
    ...(asked.description !== undefined ? { description: asked.description } : before ? {} : { description: '' }),
    status,
    date_utc: date ?? float,
    date_set: date !== undefined || fixed || (before?.date_set ?? false),
    was_public: status === 'publish' || (before?.was_public ?? false),
    modified_utc: call.now,
    version: (before?.version ?? 0) + 1,
  };
}

function settleDate({ date, date_utc }: PostGiven, { now, site, profile }: Call): string | undefined {
  if (date_utc) {
    const instant = resolveInstant(date_utc, { now, zone: 'UTC' });
    return instant && wallWithin(instant, site.zone) ? instant : outOfRange('date_utc');
  }
  if (!date) return undefined;
  const wall = resolveWall(date, { now, zone: site.zone, offsets: profile.offsets }) ?? outOfRange('date');
  return (instantWithin(wall, site.zone) ?? outOfRange('date')).instant;
}

export const outOfYears = 'This date lies outside the years 1 to 9999.';

export function outOfRange(name: string): never {
  throw invalidParam(name, outOfYears);
}

const trashed = /__trashed(-\d+)?$/;

interface SlugQuestion {
  readonly asked: string | undefined;
  readonly stored: Row | undefined;
  readonly status: Status;
  readonly title: string;
  /** Stands in when the title has no letter that a slug can hold. */
  readonly fallback: string;
  /** Whether a draft already gets a slug. */
  readonly early: boolean;
}

/** The slug to have, or undefined when it stays. In the trash a record gives its slug free for others. */
export function settleSlug({
  asked,
  stored,
  status,
  title,
  fallback,
  early,
}: SlugQuestion): readonly [string] | undefined {
  const before = stored as PostRow | undefined;
  const made = () => (isUnreleased(status) && !early ? '' : slugify(title) || fallback);
  const plain = (before?.status === 'trash' ? before.slug.replace(trashed, '') : before?.slug) ?? '';
  const wanted = asked !== undefined ? asked || made() : plain || (status === 'trash' ? '' : made());
  const slug = status === 'trash' ? withEnding(wanted, '__trashed') : wanted;
  const stays = before !== undefined && (before.status === 'trash') === (status === 'trash') && before.slug === slug;
  return stays || (before?.status === 'trash' && status === 'trash' && asked === undefined) ? undefined : [slug];
}

/** A trashed record is gone for those who may read it, and hidden from others unless it was public once. On a mount where
 * trash is not gone it is refused, or, where `trashReadable`, read by those who may restore any. */
export const admitPost =
  (trashReadable: boolean) =>
  (generic: Operations['admit']): Operations['admit'] =>
  async (desk, resource, row, given) => {
    const { actor, profile } = desk.call;
    if (row.status === 'trash') {
      const about = { resource: resource.name };
      if (profile.trashIsGone) {
        if (holds(resource.policy.visible(actor, true), row)) throw new Problem('gone', about);
      } else if (!trashReadable) throw new Problem('trashed', about);
      else if (!may(actor, 'edit-others')) throw new Problem('not-accessible', about);
    }
    await generic(desk, resource, row, given);
  };

/** Where the mount wants it, a record that is known is answered unchanged instead of made again. */
export const reuseKnown =
  (generic: Operations['create']): Operations['create'] =>
  async (desk, resource, given) => {
    const known = desk.call.profile.reusesKnown ? await resource.known(desk, given) : undefined;
    return known ?? generic(desk, resource, given);
  };

/** Without a wish every status but trash. */
export const withStatus = (wanted: readonly Status[] | undefined): Condition =>
  wanted?.length ? oneOf('status', wanted) : not(is('status', 'trash'));
