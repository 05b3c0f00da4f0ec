// What `wp/v2` says of venues where `tribe/events/v1` does not: their coordinates, and whether maps of them are shown.
import { isObject } from '../../core/is-object.js';
import { type SiteClient, SiteUnreadable } from './client.js';
import { type Body, idIn } from './values.js';

const names = {
  geo_lat: '_VenueLat',
  geo_lng: '_VenueLng',
  show_map: '_VenueShowMap',
  show_map_link: '_VenueShowMapLink',
};

const fields = ['id', ...Object.values(names).map((name) => `meta.${name}`)].join();

const isWhole = (body: Body): boolean => Object.keys(names).every((name) => body[name] !== undefined);

/** Of one list; `wp/v2` has at most this many on a page. */
const maxVenues = 100;

/** `status`: those of the venues, separated by commas. */
export async function withVenueMeta(
  client: SiteClient,
  bodies: readonly Body[],
  status: string,
): Promise<readonly Body[]> {
  const ids = bodies.flatMap((body) => (isWhole(body) ? [] : (idIn(body, 'id') ?? []))).slice(0, maxVenues);
  if (ids.length === 0) return bodies;
  const query = { include: ids.join(), status, per_page: String(maxVenues), _fields: fields };
  const metaById = new Map((await itemsOf(client, query)).map((item) => [idIn(item, 'id'), item.meta]));
  return bodies.map((body) => {
    const meta = metaById.get(idIn(body, 'id'));
    if (!isObject(meta)) return body;
    return { ...Object.fromEntries(Object.entries(names).map(([name, key]) => [name, meta[key]])), ...body };
  });
}

/** None if the site does not show them: the venues are imported in any case. */
async function itemsOf(client: SiteClient, query: Readonly<Record<string, string>>): Promise<readonly Body[]> {
  try {
    const { status, body } = await client.get('wp/v2/tribe_venue', query);
    return status === 200 && Array.isArray(body) ? body.filter(isObject) : [];
  } catch (error) {
    if (!(error instanceof SiteUnreadable) || client.signal?.aborted) throw error;
    return [];
  }
}
