// What venues and organizers share beside the post family: their list, and that a known one is found by name.
import type { Call } from '../../core/call.js';
import { after, all, everything, linked, matching, not, oneOf } from '../../core/condition.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { statusList } from '../../core/kinds/choice.js';
import { looseFlag } from '../../core/kinds/flag.js';
import { identifier } from '../../core/kinds/number.js';
import { filterText } from '../../core/kinds/text.js';
import { invalidParam } from '../../core/problem.js';
import type { ListAnswer, Unknown } from '../../core/resource.js';
import type { Status } from '../../core/status.js';
import type { Link } from '../../core/store.js';
import { searchWords } from '../../core/text/words.js';
import { readableEvent } from './events.js';
import { postPolicy, shownStatus, withStatus } from './post.js';

export const placeFilters = (link: Link, many: string): Filters => ({
  search: filter(filterText, `${many} that hold all these words in one of their texts`, (text) => {
    const { wanted, unwanted } = searchWords(text);
    return matching(wanted, unwanted);
  }),
  event: filter(identifier, `${many} of this event`, (id) => linked(link.table, oneOf('id', [id])), {
    lookUp: readableEvent,
  }),
  has_events: filter(looseFlag, `${many} with events, or without`, (wanted, _, { actor }) => {
    const some = linked(link.table, postPolicy.visible(actor, false));
    return wanted ? some : not(some);
  }),
  only_with_upcoming: filter(
    looseFlag,
    `Only ${many.toLowerCase()} with events that have not ended`,
    (wanted, _, { actor, now }) =>
      wanted ? linked(link.table, all(postPolicy.visible(actor, false), after('utc_end_date', now))) : everything,
    { advertised: false },
  ),
  status: filter(statusList, `Statuses of the ${many.toLowerCase()}`),
});

export const placeListed = (query: Query) => withStatus(query.found.status as readonly Status[] | undefined);

export const newestFirst = () => [
  { column: 'date_utc', descending: true },
  { column: 'id', descending: true },
];

export const placeAddress = ({ page, perPage, text, found }: Query, { actor }: Call) => [
  ['page', String(page)] as const,
  ['per_page', String(perPage)] as const,
  ...(text.event ? [['event', text.event] as const] : []),
  ...(text.has_events !== undefined ? [['has_events', found.has_events ? '1' : '0'] as const] : []),
  ['status', text.status ?? shownStatus(actor)] as const,
];

export const answerPosts =
  (key: string) =>
  ({ items, restUrl, next, previous, total, pages }: ListAnswer) => ({
    [key]: items,
    rest_url: restUrl,
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
    total,
    total_pages: pages,
  });

export const invalidAddress = ({ by }: Unknown) => invalidParam(by, 'There is no such record.');
