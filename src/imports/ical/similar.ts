// Events that look like incoming ones: the same title and start. They are reported, never merged.
import { all, not, oneOf } from '../../core/condition.js';
import type { Store } from '../../core/store.js';
import { event } from '../../models/event/event.js';
import type { Incoming, Warning } from '../incoming.js';

/** Warnings about events that look like existing ones. */
export type FindSimilar = (events: readonly Incoming[]) => Promise<readonly Warning[]>;

const maxRows = 500;

export const similarIn =
  (store: Pick<Store, 'list'>, source: string): FindSimilar =>
  async (records) => {
    const incoming = records.filter(({ fields, copyOf }) => fields.recurrence === '' && !copyOf);
    if (incoming.length === 0) return [];
    const texts = (name: string): readonly string[] => incoming.map(({ fields }) => String(fields[name]));
    const where = all(
      oneOf('start_date', texts('start_date')),
      oneOf('title', texts('title')),
      not(oneOf('status', ['trash'])),
    );
    const rows = await store.list({ table: event, where, order: [{ column: 'id' }], limit: maxRows });
    return incoming.flatMap(({ fields, externalId, stored, place }) => {
      const isSame = (row: (typeof rows)[number]): boolean =>
        (row.source === source && row.external_id === externalId) || (row.uid !== '' && row.uid === stored?.uid);
      const other = rows.find(
        (row) =>
          row.title === fields.title &&
          row.start_date === fields.start_date &&
          row.timezone === fields.timezone &&
          !isSame(row),
      );
      if (!other) return [];
      const text = `“${String(fields.title)}” on ${String(fields.start_date)} may be the existing event ${other.id}.`;
      return [{ kind: 'possible duplicate', place, text }];
    });
  };
