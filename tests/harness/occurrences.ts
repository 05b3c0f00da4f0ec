// Turns a stored event into the master of a series, with one row per date that reads its texts and links from it.
import { is } from '../../src/core/condition.js';
import { noCost } from '../../src/core/kinds/web.js';
import type { Store } from '../../src/core/store.js';
import { event } from '../../src/models/event/event.js';
import { noImage } from '../../src/models/families/image.js';

const blank = {
  ...noImage,
  title: '',
  title_key: '',
  description: '',
  excerpt: '',
  website: '',
  cost: noCost,
  tickets: [],
  show_map: false,
  show_map_link: false,
  sticky: false,
  language: '',
  translations: {},
  modified_utc: '2000-01-01 00:00:00',
};

/** Ids of the new rows, one for each day; the times of day stay those of the master. */
export const repeatOn = (store: Store, id: number, days: readonly string[]): Promise<readonly number[]> =>
  store.transact(async (writer) => {
    const read = await writer.read({ table: event, where: is('id', id) });
    if (!read) throw new TypeError(`there is no event ${id}`);
    const {
      content_version: _,
      content_sequence: __,
      content_slug: ___,
      ...master
    } = read as typeof read & Record<string, unknown>;
    await writer.update(event, id, { listing: 2 });
    const ids = await writer.takeIds(event, days.length);
    const on = (day: string, moment: string) => `${day}${moment.slice(10)}`;
    await writer.insertAll(
      event,
      days.map((day, at) => ({
        ...master,
        ...blank,
        id: Number(ids[at]),
        slug: '',
        version: 1,
        duration_class: 0,
        listing: Number(master.hide_from_listings),
        content_id: id,
        series: id,
        original_start: on(day, master.start_date),
        start_date: on(day, master.start_date),
        end_date: on(day, master.end_date),
        utc_start_date: on(day, master.utc_start_date),
        utc_end_date: on(day, master.utc_end_date),
      })),
    );
    return ids;
  });
