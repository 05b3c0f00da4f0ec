// Fields, list statuses and read authorization that events, venues and organizers share.

import { may } from '../../core/actor.js';
import { type Condition, is, not, oneOf } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import { holds } from '../../core/judge.js';
import { statusChoice, statusList } from '../../core/kinds/choice.js';
import { moment } from '../../core/kinds/moment.js';
import { identifier } from '../../core/kinds/number.js';
import { htmlText } from '../../core/kinds/text.js';
import { invalidParam, Problem } from '../../core/problem.js';
import type { AuthorizeRead, ListPage, NotFoundCase } from '../../core/shape.js';
import type { Status } from '../../core/status.js';
import { toWall } from '../../core/time/zone.js';
import type { PostRow } from '../../models/families/post.js';
import { existingAuthor } from './lookup.js';

export const postFields = (nullDefault: { documentedDefault?: null } = {}) => ({
  author: optional(identifier, 'ID of the author. Default: the caller.', {
    lookUp: existingAuthor,
    pickFrom: 'user',
    right: 'set-author',
    toInput: (row) => row.author || undefined,
    ...nullDefault,
    example: 1,
  }),
  date: optional(moment, 'Publication date in the time zone of the site. A future date schedules the record.', {
    ...nullDefault,
    inForm: { label: 'Publication date', group: 'publication', help: 'Leave empty to publish at once.' },
    // Until it is set, the publication date is the current time, so that a form has nothing to show.
    toInput: ({ date_set, date_utc }: PostRow, { site }) => (date_set ? toWall(date_utc, site.zone) : undefined),
    example: '2026-09-01 08:15:00',
  }),
  date_utc: optional(moment, 'Publication date in UTC.', {
    ...nullDefault,
    aliasOf: 'date',
    example: '2026-09-01 12:15:00',
  }),
  description: optional(htmlText, 'Description as HTML.', { ...nullDefault, example: '<p>Stalls and music.</p>' }),
  status: optional(
    statusChoice,
    'Status of the record. Default: `publish` for callers who may publish, otherwise `draft`.',
    { ...nullDefault, example: 'publish' },
  ),
});

export const statusFilter = filter(statusList, 'Comma-separated statuses, or `any`.', undefined, {
  inUrl: ({ text }, { actor }) => text.status ?? (may(actor, 'write') ? 'any' : 'publish'),
});

/** The given statuses; by default all except trash. */
export const withStatus = (wanted: readonly Status[] | undefined): Condition =>
  wanted?.length ? oneOf('status', wanted) : not(is('status', 'trash'));

/** With `trashIsGone`, a trashed record is 410 for callers who may read it; the generic check decides for others. Without,
 * it is 403, except where `trashReadable` lets callers with the right `edit-others` read it. */
export const authorizePost =
  (trashReadable: boolean) =>
  (generic: AuthorizeRead): AuthorizeRead =>
  async (context, model, row, given) => {
    const { actor, facade } = context.call;
    if (row.status === 'trash') {
      const about = { resource: model.name };
      if (facade.trashIsGone) {
        if (holds(model.policy.visible(actor, true), row)) throw new Problem('gone', about);
      } else if (!trashReadable) throw new Problem('trashed', about);
      else if (!may(actor, 'edit-others')) throw new Problem('not-accessible', about);
    }
    await generic(context, model, row, given);
  };

export const newestFirst = () => [
  { column: 'date_utc', descending: true },
  { column: 'id', descending: true },
];

export const listBody =
  (key: string) =>
  ({ items, restUrl, next, previous, total, pages }: ListPage) => ({
    [key]: items,
    rest_url: restUrl,
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
    total,
    total_pages: pages,
  });

export const recordNotFound = ({ by }: NotFoundCase) => invalidParam(by, 'Record not found.');
