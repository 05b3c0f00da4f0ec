// An anonymous client: reads lists, totals and records. It may be a second behind, but never goes back in time.
import type { Client } from './client.js';
import { type Entry, isCreated, keptWord, type Ledger, revisionBy, revisionIn } from './ledger.js';
import type { Tally } from './tally.js';

export interface ReaderOptions {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly until: number;
}

const allowance = 1_000;

export async function read({ client, ledger, tally, until }: ReaderOptions): Promise<void> {
  const seen = new Map<string, number>();
  let seenTotal = 0;

  /** Titles that are never trashed: every total lies between what was acknowledged and what was asked for. */
  async function readTotal(): Promise<void> {
    const path = `/events?per_page=1&search=${keptWord(ledger)}`;
    const reply = await client.ask({ method: 'GET', path, expected: [200] });
    if (!reply) return;
    const kept = [...ledger.entries.values()].filter((entry) => entry.kept);
    const due = kept.filter((entry) => revisionBy(entry, reply.began - allowance) >= 0).length;
    const { total } = reply.body;
    if (total < seenTotal) tally.breaks('backwards', `a total of ${total} after ${seenTotal}`);
    if (total < due) tally.breaks('late', `a total of ${total} when ${due} had been acknowledged`);
    if (total > kept.length) tally.breaks('unasked', `a total of ${total} when ${kept.length} had been asked for`);
    seenTotal = Math.max(seenTotal, total);
  }

  async function readRecord(entry: Entry): Promise<void> {
    const { title, id } = entry;
    const reply = await client.ask({ method: 'GET', path: `/events/${id}`, expected: [200, 404, 410] });
    if (!reply) return;
    const due = revisionBy(entry, reply.began - allowance);
    if (reply.statusCode === 200) {
      const revision = revisionIn(reply.body.description);
      const before = seen.get(title) ?? -1;
      if (before === trashed) tally.breaks('backwards', `“${title}” after it was in the trash`);
      else if (revision < before) tally.breaks('backwards', `revision ${revision} of “${title}” after ${before}`);
      if (revision < due) tally.breaks('late', `revision ${revision} of “${title}” when ${due} had been acknowledged`);
      if (entry.trashedAt !== undefined && entry.trashedAt <= reply.began - allowance)
        tally.breaks('late', `“${title}” when it had been in the trash for a second`);
      seen.set(title, Math.max(before, revision));
    } else if (reply.statusCode === 410 && entry.trashing) {
      seen.set(title, trashed);
    } else if (due >= 0 || seen.has(title)) {
      tally.breaks(seen.has(title) ? 'backwards' : 'late', `“${title}” answered by ${reply.statusCode}`);
    }
  }

  for (let round = 0; performance.now() < until; round++) {
    const known = [...ledger.entries.values()].filter(isCreated);
    // The newest are the likeliest to be late.
    const entry = round % 2 ? known.at(-1 - Math.floor(Math.random() * 16)) : pick(known);
    if (entry) await readRecord(entry);
    if (round % 4 === 0) await readTotal();
    if (round % 4 === 2) await client.ask({ method: 'GET', path: '/events?per_page=10', expected: [200] });
  }
}

const trashed = Number.POSITIVE_INFINITY;

const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];
