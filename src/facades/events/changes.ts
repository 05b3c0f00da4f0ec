// The changes of events and the records around them, for clients that keep a copy of the calendar.
import type { Call } from '../../core/call.js';
import { all, any, type Condition, everything, is, isSet } from '../../core/condition.js';
import type { Facade } from '../../core/facade.js';
import { type Fields, optional } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice, choices } from '../../core/kinds/choice.js';
import { wholeBetween } from '../../core/kinds/number.js';
import { filterText } from '../../core/kinds/text.js';
import { Invalid } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import type { Status } from '../../core/status.js';
import { masterListing } from '../../models/event/series/rows.js';
import { eventShape } from './event.js';
import { withStatus } from './post.js';

/** These choose or sort by the time, or show something else; `include` has another meaning here. */
const withoutMeaning = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates'],
  ...['order', 'orderby', 'context', 'include', 'occurrences'],
];

const refused: Kind<unknown> = {
  declared: {},
  schema: {},
  read: () => {
    throw new Invalid('Changes cannot be filtered or sorted by this parameter. Remove it.');
  },
};

const refusedFields: Fields = Object.fromEntries(
  [...withoutMeaning, 'page', 'per_page', 'offset']
    .filter((name) => name !== 'include' && name !== 'occurrences')
    .map((name) => [name, { ...optional(refused, ''), undocumented: true as const }]),
);

const occurrences = filter(
  choice(['each', 'series']),
  '`each` follows every date of a series, `series` the series and the dates that differ from it.',
  undefined,
  { documentedDefault: 'each', example: 'each' },
);

const followedFilters = (filters: Filters): Filters => ({
  ...Object.fromEntries(Object.entries(filters).filter(([name]) => !withoutMeaning.includes(name))),
  occurrences,
});

type FollowedQuery = Query<{ readonly status?: readonly Status[]; readonly occurrences?: 'each' | 'series' }>;

/** Lists without their window. A master is in no list, so that it has to be asked for. */
function followedEvents({ found }: FollowedQuery, _: Call): Condition {
  const listed = is('listing', 0);
  const master = all(is('listing', masterListing), is('hide_from_listings', false));
  const ofSeries = any(master, all(listed, any(is('series', 0), isSet('own'))));
  return all(withStatus(found.status), found.occurrences === 'series' ? ofSeries : listed);
}

/** The list of a shape as it is followed: the same records at any time. Only events have filters. */
function followedShape(shape: Shape): Shape {
  const { narrow: _, hydrate: __, headers: ___, ...list } = shape.list;
  if (shape.schema === eventShape.schema)
    return { ...shape, list: { ...list, filters: followedFilters(list.filters), defaultScope: followedEvents } };
  const hasStatus = 'status' in shape.model.columns;
  return {
    ...shape,
    list: { ...list, filters: {}, defaultScope: () => (hasStatus ? withStatus(undefined) : everything) },
  };
}

const maxChanges = 500;
export const maxWaitSeconds = 60;

const params = (shapes: readonly Shape[]): Fields => ({
  since: optional(
    filterText,
    'Token of the last response, `next` or the header `X-Sync-Token`. Without it, all records are returned; `now` returns only a token.',
    { example: 'now' },
  ),
  resources: optional(
    choices(shapes.map(({ path }) => path)),
    'Comma-separated resources to follow. Default: all of them. Filters apply to events only.',
    { example: 'events,venues' },
  ),
  limit: optional(wholeBetween(1, maxChanges), 'Changes per response.', { documentedDefault: 100, example: 100 }),
  include: optional(choice(['body', 'id']), '`id` leaves out the bodies. Default: `body`.', { example: 'body' }),
  wait: optional(wholeBetween(0, maxWaitSeconds), 'Seconds to wait for a change if there is none yet (long polling).', {
    documentedDefault: 0,
    example: 0,
  }),
});

/** The lists that clients can follow, and the parameters of their changes. */
export function followedLists(all: readonly Shape[]) {
  const followed = all.filter(({ model }) => model.followed).map(followedShape);
  const [first = eventShape, ...others] = followed;
  const input: Fields = { ...params(followed), ...first.list.filters, ...refusedFields };
  return { shapes: [first, ...others] as const, input };
}

/** Paths of all resources that clients can follow. */
export const followedPaths = ({ shapes }: Pick<Facade, 'shapes'>): readonly string[] =>
  shapes.filter(({ model }) => model.followed).map(({ path }) => path);
