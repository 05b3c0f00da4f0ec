// Compares the acknowledged changes with the stored records after the run, over the API and in the database.
import type { Client } from './client.js';
import { isCreated, type Ledger, newest, revisionIn } from './ledger.js';
import type { Site } from './site.js';
import type { Tally } from './tally.js';

interface FoundEvent {
  readonly title: string;
  readonly status: string;
  readonly revision: number;
}

export interface Counted {
  readonly where: string;
  readonly records: number;
}

async function listAll(client: Client, { runId }: Ledger, status: 'publish' | 'trash'): Promise<readonly FoundEvent[]> {
  const found: FoundEvent[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({ search: runId, status, per_page: '100', page: String(page) });
    const reply = await client.request({ method: 'GET', path: `/events?${query}`, expected: [200, 404] });
    if (reply?.statusCode !== 200) break;
    pages = reply.body.total_pages;
    for (const { title, status: has, description } of reply.body.events)
      found.push({ title, status: has, revision: revisionIn(description) });
  }
  return found;
}

async function inDatabase({ sql }: Site, { runId }: Ledger): Promise<readonly FoundEvent[]> {
  const rows = await sql<{ title: string; status: string; description: string }>(
    'select title, status, description from events where title like $1',
    [`%${runId}%`],
  );
  return rows.map(({ title, status, description }) => ({ title, status, revision: revisionIn(description) }));
}

function compare(where: string, ledger: Ledger, found: readonly FoundEvent[], tally: Tally): Counted {
  const byTitle = new Map<string, FoundEvent[]>();
  for (const one of found) byTitle.set(one.title, [...(byTitle.get(one.title) ?? []), one]);
  for (const [title, copies] of byTitle) {
    if (copies.length > 1) tally.violated('duplicated', `${where}: “${title}” ${copies.length} times`);
    if (!ledger.entries.has(title)) tally.violated('unasked', `${where}: “${title}”`);
  }
  for (const entry of [...ledger.entries.values()].filter(isCreated)) {
    const copy = byTitle.get(entry.title)?.[0];
    if (!copy) {
      tally.violated('lost', `${where}: “${entry.title}” (${entry.id})`);
      continue;
    }
    const { revision, status } = copy;
    if (revision < newest(entry) || revision > entry.sent)
      tally.violated('undone', `${where}: “${entry.title}” in revision ${revision}, not ${newest(entry)}`);
    if (entry.trashedAt !== undefined && status !== 'trash')
      tally.violated('undone', `${where}: “${entry.title}” is back`);
    if (!entry.trashing && status !== 'publish')
      tally.violated('undone', `${where}: “${entry.title}” is in the ${status}`);
  }
  return { where, records: found.length };
}

export async function compareResults(
  site: Site,
  client: Client,
  ledger: Ledger,
  tally: Tally,
): Promise<readonly Counted[]> {
  const listed = [...(await listAll(client, ledger, 'publish')), ...(await listAll(client, ledger, 'trash'))];
  const counted = [
    compare('API', ledger, listed, tally),
    compare('database', ledger, await inDatabase(site, ledger), tally),
  ];
  const duplicates = await site.sql<{ name: string }>('select name from categories group by name having count(*) > 1');
  for (const { name } of duplicates) tally.violated('duplicatedCategory', name);
  for (const node of site.nodes) {
    for (let n = node.ends(); n > 0; n--) tally.violated('ended', `the node at ${node.port}`);
    for (const line of node
      .log()
      .split('\n')
      .filter((text) => text.includes('unexpected error')))
      tally.violated('logged', line.slice(0, 1_000));
  }
  const doctor = await site.almanac(['doctor']);
  if (doctor.code !== 0) tally.violated('damaged', `${doctor.stdout}${doctor.stderr}`);
  return counted;
}
