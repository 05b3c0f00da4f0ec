// Which statuses of a list the credentials can read.
import type { SiteClient } from './client.js';

/** Besides published records. */
export const hiddenStatuses = ['future', 'draft', 'pending', 'private', 'trash'];

/** A list with one status that is not allowed is refused as a whole, so that each is tried alone. */
async function allowedOf(client: SiteClient, path: string, wanted: readonly string[]): Promise<readonly string[]> {
  const isAllowed = async (status: string): Promise<boolean> =>
    (await client.get(path, { status, per_page: '1', start_date: '1971-01-01', end_date: '2100-12-31' })).status < 400;
  if (await isAllowed(wanted.join(','))) return wanted;
  const allowed: string[] = [];
  for (const status of wanted) if (await isAllowed(status)) allowed.push(status);
  return allowed;
}

/** Published ones always. */
export const readableStatuses = async (client: SiteClient, path: string): Promise<readonly string[]> =>
  client.hasCredentials ? ['publish', ...(await allowedOf(client, path, hiddenStatuses))] : ['publish'];

export const readableHidden = async (client: SiteClient, path: string): Promise<readonly string[]> =>
  client.hasCredentials ? allowedOf(client, path, hiddenStatuses) : [];
