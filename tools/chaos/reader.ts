// An anonymous client: reads lists, totals and records. They may be a second old, but never older than an earlier read.
import type { Client, Reply } from './client.js';
import { type Entry, isCreated, type Ledger, permanentWord, revisionBy, revisionIn } from './ledger.js';
import type { Tally } from './tally.js';

export interface ReaderOptions {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly isOver: () => boolean;
}

const allowedLagMs = 1_000;

export async function read({ client, ledger, tally, isOver }: ReaderOptions): Promise<void> {
  const seen = new Map<string, number>();
  let seenTotal = 0;
  let connections = 0;

  /** After a reconnect another process may answer, which may use another server. */
  async function get(path: string, expected: readonly number[]): Promise<Reply | undefined> {
    const reply = await client.request({ method: 'GET', path, expected });
    if (client.connections() !== connections) {
      connections = client.connections();
      seen.clear();
      seenTotal = 0;
    }
    return reply;
  }

  /** For titles that are never trashed: the total is between what was acknowledged and what was sent. */
  async function readTotal(): Promise<void> {
    const path = `/events?per_page=1&search=${permanentWord(ledger)}`;
    const reply = await get(path, [200]);
    if (!reply) return;
    const permanent = [...ledger.entries.values()].filter((entry) => entry.isPermanent);
    const due = permanent.filter((entry) => revisionBy(entry, reply.began - allowedLagMs) >= 0).length;
    const { total } = reply.body;
    if (total < seenTotal) tally.violated('backwards', `a total of ${total} after ${seenTotal}`);
    if (total < due) tally.violated('late', `a total of ${total} when ${due} had been acknowledged`);
    if (total > permanent.length)
      tally.violated('unasked', `a total of ${total} when ${permanent.length} had been sent`);
    seenTotal = Math.max(seenTotal, total);
  }

  async function readRecord(entry: Entry): Promise<void> {
    const { title, id } = entry;
    const reply = await get(`/events/${id}`, [200, 404, 410]);
    if (!reply) return;
    const due = revisionBy(entry, reply.began - allowedLagMs);
    if (reply.statusCode === 200) {
      const revision = revisionIn(reply.body.description);
      const before = seen.get(title) ?? -1;
      if (before === trashed) tally.violated('backwards', `“${title}” after it was in the trash`);
      else if (revision < before) tally.violated('backwards', `revision ${revision} of “${title}” after ${before}`);
      if (revision < due)
        tally.violated('late', `revision ${revision} of “${title}” when ${due} had been acknowledged`);
      if (entry.trashedAt !== undefined && entry.trashedAt <= reply.began - allowedLagMs)
        tally.violated('late', `“${title}” when it had been in the trash for a second`);
      seen.set(title, Math.max(before, revision));
    } else if (reply.statusCode === 410 && entry.trashing) {
      seen.set(title, trashed);
    } else if (due >= 0 || seen.has(title)) {
      tally.violated(seen.has(title) ? 'backwards' : 'late', `“${title}” returned ${reply.statusCode}`);
    }
  }

  for (let round = 0; !isOver(); round++) {
    const known = [...ledger.entries.values()].filter(isCreated);
    // The newest are the most likely to be outdated.
    const entry = round % 2 ? known.at(-1 - Math.floor(Math.random() * 16)) : pick(known);
    // The second response comes from the cache, unless the first was not put into it.
    for (let times = 0; entry && times < 2; times++) await readRecord(entry);
    if (round % 4 === 0) await readTotal();
    if (round % 4 === 2) await get('/events?per_page=10', [200]);
  }
}

const trashed = Number.POSITIVE_INFINITY;

const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];
