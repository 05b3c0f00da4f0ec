// A signed-in client: creates, updates and trashes events, and reads each acknowledged change back at once.
import { type Client, clientOf, type Reply } from './client.js';
import { describe, type Entry, type Ledger, newest, open, revisionIn } from './ledger.js';
import type { User } from './site.js';
import type { Tally } from './tally.js';

export interface WriterOptions {
  readonly number: number;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly isOver: () => boolean;
}

/** Within the default date range of lists: today to two years ahead. */
const day = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10);

const updates = ['POST', 'PUT', 'PATCH'] as const;

/** With an application password or with a session, which all nodes must accept. */
export async function signIn(address: string, tally: Tally, user: User, bySession: boolean): Promise<Client> {
  const options = { address, tally, kind: 'writers' } as const;
  if (!bySession) return clientOf({ ...options, headers: user.headers });
  const body = { user: user.name, password: user.password };
  const reply = await clientOf(options).request({ method: 'POST', path: '/session', body, expected: [200] });
  if (!reply) throw new Error(`${user.name} could not sign in`);
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return clientOf({ ...options, headers: { cookie, 'x-csrf-token': reply.body.csrf } });
}

export async function write({ number, client, ledger, tally, isOver }: WriterOptions): Promise<void> {
  const stale = (entry: Entry, by: string, reply: Reply) =>
    tally.violated(
      'stale',
      `“${entry.title}” (${entry.id}) ${by}: ${reply.statusCode} ${JSON.stringify(reply.body)?.slice(0, 200)}`,
    );

  async function create(entry: Entry, round: number): Promise<boolean> {
    const reply = await client.request({
      method: 'POST',
      path: '/events',
      key: `create ${entry.title}`,
      expected: [201],
      body: {
        title: entry.title,
        description: describe(0),
        start_date: `${day} 10:00:00`,
        end_date: `${day} 12:00:00`,
        // A new category now and then, created by all writers at about the same time.
        categories: ['Music', `Week ${Math.floor(round / 10)} ${ledger.runId}`],
      },
    });
    if (!reply) return false;
    entry.id = reply.body.id;
    entry.acknowledged.push(performance.now());
    return true;
  }

  async function update(entry: Entry, method: (typeof updates)[number]): Promise<boolean> {
    const revision = ++entry.sent;
    const reply = await client.request({
      method,
      path: `/events/${entry.id}`,
      ...(method === 'POST' && { key: `update ${entry.title} ${revision}` }),
      body: { description: describe(revision) },
      expected: [200],
    });
    if (reply) entry.acknowledged.push(performance.now());
    return reply !== undefined;
  }

  async function trash(entry: Entry): Promise<boolean> {
    entry.trashing = true;
    // 410: an earlier attempt succeeded and its response was lost.
    const reply = await client.request({ method: 'DELETE', path: `/events/${entry.id}`, expected: [200, 410] });
    if (reply) entry.trashedAt = performance.now();
    return reply !== undefined;
  }

  /** By id and by search, which use different queries. */
  async function readBack(entry: Entry): Promise<void> {
    const one = await client.request({ method: 'GET', path: `/events/${entry.id}`, expected: [200, 404, 410] });
    if (one && !(one.statusCode === 200 && revisionIn(one.body.description) === newest(entry)))
      stale(entry, 'by id', one);
    const query = new URLSearchParams({ search: entry.title });
    const list = await client.request({ method: 'GET', path: `/events?${query}`, expected: [200] });
    if (!list) return;
    const [found, ...others] = list.body.events;
    if (found?.id !== entry.id || revisionIn(found.description) !== newest(entry) || others.length > 0)
      stale(entry, 'in a list', list);
  }

  async function expectGone(entry: Entry): Promise<void> {
    const one = await client.request({ method: 'GET', path: `/events/${entry.id}`, expected: [200, 404, 410] });
    if (one && one.statusCode !== 410) stale(entry, 'by id after the trash', one);
    const query = new URLSearchParams({ search: entry.title });
    const list = await client.request({ method: 'GET', path: `/events?${query}`, expected: [200] });
    if (list && list.body.total !== 0) stale(entry, 'in a list after the trash', list);
  }

  for (let round = 0; !isOver(); round++) {
    const entry = open(ledger, `${number}-${String(round).padStart(6, '0')}`, round % 4 !== 3);
    if (!(await create(entry, round))) continue;
    await readBack(entry);
    if (!(await update(entry, updates[round % updates.length] ?? 'POST'))) continue;
    await readBack(entry);
    if (entry.isPermanent || !(await trash(entry))) continue;
    await expectGone(entry);
  }
}
