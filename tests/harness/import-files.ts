// Requests that import a file.
import type { Reply, Who } from './client.js';
import type { Body, World } from './world.js';

interface ImportOptions {
  readonly as?: Who;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads a file as a browser does, in a multipart form. */
export async function importFile(
  world: World,
  content: string | Uint8Array,
  { as = 'editor', name = 'file.csv', fields = {}, headers = {} }: ImportOptions = {},
): Promise<Reply> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const raw = Buffer.from(await encoded.arrayBuffer());
  return world.ask('POST /imports', { as, raw, headers: { 'content-type': type, ...headers } });
}

export const lines = (...rows: readonly string[]): string => rows.join('\n');

/** Events of all statuses but trash, as the edit context shows them. */
export const eventsOf = async (world: World, query = ''): Promise<readonly Body[]> =>
  (
    await world.get(`/events?status=any&per_page=100&start_date=2000-01-01&end_date=2100-01-01${query}`, {
      as: 'editor',
    })
  ).events;
