// The routes of `tec/v1`: a list of events without a window, for callers who acknowledge that it is experimental. In the
// paid edition each row has the ID of its post, and its own in `occurrence_id`; dates of a series share the post.
import { mayRead, type OldRequestData, statusesOf } from './access.js';
import { type Answer, failure, invalid, json, jsonItems, noRoute, pagingOf } from './answer.js';
import { datelessUrl, type Site } from './bodies.js';
import { eventById, rowIdOf, seriesOf } from './lookup.js';
import type { OldEvent } from './records.js';
import { firstRowId } from './series.js';
import { eventPostBody } from './wordpress.js';

const acknowledgement =
  'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.';

const closed = 'Password protected';

function eventBody(event: OldEvent, site: Site) {
  const { meta: _, ...post } = eventPostBody(event, site);
  const isProtected = event.password !== '';
  const open = (text: string): string => (isProtected ? closed : text);
  const series = seriesOf(site.data, event);
  return {
    ...post,
    id: series?.id ?? event.id,
    link: series ? datelessUrl(event, site) : post.link,
    start_date: open(event.start),
    start_date_utc: open(event.utcStart),
    end_date: open(event.end),
    end_date_utc: open(event.utcEnd),
    timezone: open(event.zone),
    is_past: event.utcEnd < site.now,
    all_day: event.allDay,
    featured: event.featured,
    sticky: event.sticky,
    cost: open(event.cost.text),
    ...(site.hasPro && { occurrence_id: rowIdOf(event) }),
  };
}

/** `tec` is the path below `/wp-json/tec/v1`. */
export function tecAnswer(tec: string, request: OldRequestData, site: Site): Answer {
  const [, name, id] = tec.split('/');
  if (tec === '' || name === 'docs') return json({ namespace: 'tec/v1', routes: {} });
  if (name !== 'events') return noRoute();
  const sent = request.headers['x-tec-eea'];
  if (String(sent ?? '').toLowerCase() !== acknowledgement.toLowerCase()) {
    const text = `This endpoint requires ${sent === undefined ? '' : 'appropriate '}acknowledgement header.`;
    return failure(400, 'missing_experimental_endpoint_acknowledgement', text);
  }
  return id === undefined ? listOf(request, site) : recordOf(Number(id), request, site);
}

function recordOf(id: number, request: OldRequestData, site: Site): Answer {
  const event = eventById(site, id);
  if (event && id >= firstRowId) return json({ error: 'The entity could not be read.' }, 404);
  if (!event || !mayRead(event, request))
    return failure(
      request.role === 'anonymous' ? 401 : 403,
      'rest_forbidden',
      'Sorry, you are not allowed to do that.',
    );
  return json(eventBody(event, site));
}

/** Statuses that the caller may not read are ignored. */
function listOf(request: OldRequestData, site: Site): Answer {
  const paging = pagingOf(request.query, 10, 1_000);
  if (!paging) return invalid('page', 'Must be a positive whole number.');
  if (request.query.get('status') === 'trash') return invalid('status', 'The status is not allowed.');
  const statuses = (request.query.has('status') && statusesOf(request)) || ['publish'];
  const found = site.data.events
    .filter((event) => statuses.includes(event.status) && mayRead(event, request) && !event.isDateless)
    .sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1));
  const { page, perPage } = paging;
  const pages = Math.ceil(found.length / perPage);
  if (page > 1 && page > pages) return failure(404, 'tec_rest_organizers_page_not_found', 'The page was not found.');
  const shown = found.slice((page - 1) * perPage, page * perPage).filter(({ isLost }) => !isLost);
  const items = shown.map((event) => eventBody(event, site));
  return jsonItems(items, request.query, found.length, pages);
}
