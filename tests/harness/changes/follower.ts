// A client that keeps a copy of a list by its changes, and compares it with the list.
import { expect } from 'vitest';
import type { Who } from '../client.js';
import { settled } from '../positions.js';
import type { World } from '../world.js';

export interface Followed {
  readonly as: Who;
  /** Path of the list. */
  readonly resource: string;
  /** Key of a record in a change. */
  readonly key: string;
  /** Filters of both. */
  readonly filter: string;
}

type Body = Readonly<Record<string, unknown>>;

const links = ['venue', 'organizer', 'categories', 'tags'];

const idsIn = (linked: unknown): readonly unknown[] => [linked ?? []].flat().map((one) => (one as { id: number }).id);

/** The item of a list as changes show it: linked records are ids. */
const withIds = (item: Body): Body =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, links.includes(name) ? idsIn(value) : value]));

const everything = 'per_page=100&hide_empty=false&start_date=0001-01-01&end_date=9999-12-31';

export function openFollower(world: World, { as, resource, key, filter }: Followed) {
  const copy = new Map<number, Body>();
  let since = '';
  const isEvents = resource === 'events';

  /** Whether there is such a list now: a filter can name a record that is gone. */
  async function catchUp(): Promise<boolean> {
    for (;;) {
      const query = `resources=${resource}&limit=5&${filter}${since && `&since=${since}`}`;
      const { statusCode, body, text } = await world.askAgain(`GET /changes?${query}`, { as });
      if (statusCode === 400 && body.code === 'rest_invalid_param') return false;
      expect(statusCode, text).toBe(200);
      for (const { id, change, ...record } of body.changes) {
        if (change === 'removed') copy.delete(id);
        else copy.set(id, record[key]);
      }
      since = body.next;
      if (!body.more) return true;
    }
  }

  async function list(): Promise<ReadonlyMap<number, Body> | undefined> {
    const items: Body[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/${resource}?${everything}&${filter}&page=${page}`;
      const { statusCode, body, text } = await world.askAgain(`GET ${path}`, { as });
      if (statusCode === 400) return undefined;
      expect(statusCode, text).toBe(200);
      items.push(...body[resource]);
      pages = body.total_pages;
    }
    return new Map(items.map((item) => [Number(item.id), isEvents ? withIds(item) : item]));
  }

  return {
    name: `${as} follows ${resource} ${filter}`,
    /** The copy, and the list that it must equal. */
    compare: async () => {
      await settled(world.store);
      const isFollowed = await catchUp();
      const wanted = await list();
      const sorted = (records: ReadonlyMap<number, Body>) => [...records].sort(([one], [other]) => one - other);
      return isFollowed || wanted ? { copy: sorted(copy), list: wanted && sorted(wanted) } : { copy: [], list: [] };
    },
  };
}
