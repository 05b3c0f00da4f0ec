// What the other resources know of events: their table, as far as filters and visibility need it.
// A record refers uphill only by name, so the definition itself is not imported here.
import { all, is } from '../../core/condition.js';
import { Invalid } from '../../core/problem.js';
import type { Desk, Table } from '../../core/store.js';
import { postColumns, postPolicy } from './post.js';

const eventTable: Table = {
  name: 'event',
  table: 'events',
  sequence: 'post',
  columns: postColumns,
  links: {},
  searched: [],
  spokenKeys: [],
};

/** An event that the caller may read; any other is unknown. */
export async function readableEvent(id: number, desk: Desk): Promise<number> {
  const where = all(is('id', id), postPolicy.visible(desk.call.actor, false));
  if (!(await desk.store.read({ table: eventTable, where }))) throw new Invalid('There is no such event.');
  return id;
}
