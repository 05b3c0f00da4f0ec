// The images of a site: a few files are fetched at the same time, then their records are written, before those that show
// them. One that cannot be fetched is reported; the next import tries it again.
import { all, is, oneOf } from '../../core/condition.js';
import { messageOf } from '../../core/error.js';
import type { Pictures, Upload } from '../../core/picture.js';
import type { Reader } from '../../core/store.js';
import { mediaTable } from '../../models/media/columns.js';
import type { Warning } from '../incoming.js';
import type { TecIncoming, TecPage } from './page.js';

/** Files that are fetched at the same time, and that are in memory at the same time. */
const atOnce = 4;
const fetchTimeoutMs = 60_000;

/** External IDs of images that the records are or show. */
export const imagesIn = (records: readonly TecIncoming[]): readonly string[] =>
  records.flatMap(({ resource, externalId, image }) => (resource === 'media' ? [externalId] : (image ?? [])));

/** Those of them that were imported already. */
export async function knownImages(
  store: Reader,
  source: string,
  records: readonly TecIncoming[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(imagesIn(records))];
  if (wanted.length === 0) return new Set();
  const where = all(is('source', source), oneOf('external_id', wanted));
  const rows = await store.list({ table: mediaTable, where, order: [], limit: wanted.length });
  return new Set(rows.map(({ external_id }) => String(external_id)));
}

/** An image that is not here yet comes later: until then the record has none. */
export const withKnownImage = (record: TecIncoming, known: ReadonlySet<string>): TecIncoming =>
  record.image !== undefined && known.has(record.image)
    ? { ...record, references: { ...record.references, image: [record.image] } }
    : record;

type Fetched = Upload | Warning;

export interface ImageFiles {
  /** Its `fetch` returns files that `prefetch` has fetched before. */
  readonly pictures: Pictures;
  readonly prefetch: (urls: readonly string[]) => Promise<(url: string) => Fetched>;
}

export function openImageFiles(pictures: Pictures): ImageFiles {
  let ready = new Map<string, Fetched>();
  const fetchOne = async (url: string): Promise<readonly [string, Fetched]> => {
    try {
      return [url, await pictures.fetch(url, AbortSignal.timeout(fetchTimeoutMs))];
    } catch (error) {
      return [url, { kind: 'image not fetched', place: url, text: messageOf(error) }];
    }
  };
  const uploadOf = (url: string): Upload | undefined => {
    const fetched = ready.get(url);
    return fetched && 'bytes' in fetched ? fetched : undefined;
  };
  return {
    prefetch: async (urls) => {
      ready = new Map(await Promise.all([...new Set(urls)].map(fetchOne)));
      return (url) => ready.get(url) ?? { kind: 'image not fetched', place: url, text: 'No address.' };
    },
    pictures: { ...pictures, fetch: async (url, signal) => uploadOf(url) ?? pictures.fetch(url, signal) },
  };
}

const fileOf = ({ initial }: TecIncoming): string => String(initial?.file ?? '');

/** The images of a page that are not here yet, a few at a time. */
export async function* imagePages(
  store: Reader,
  source: string,
  { records }: Pick<TecPage, 'records'>,
  files: ImageFiles,
): AsyncIterable<Pick<TecPage, 'records' | 'warnings' | 'progress'>> {
  const known = await knownImages(store, source, records);
  const missing = records.filter(({ resource, externalId }) => resource === 'media' && !known.has(externalId));
  for (let at = 0; at < missing.length; at += atOnce) {
    const some = missing.slice(at, at + atOnce);
    const progress = { label: 'images', done: at + some.length, total: missing.length };
    yield { ...(await fetchedPage(store, files, some)), progress };
  }
}

async function fetchedPage(
  store: Reader,
  { prefetch, pictures }: ImageFiles,
  images: readonly TecIncoming[],
): Promise<Pick<TecPage, 'records' | 'warnings'>> {
  const fetched = await prefetch(images.map(fileOf));
  const records: TecIncoming[] = [];
  const warnings: Warning[] = [];
  for (const image of images) {
    const file = fetched(fileOf(image));
    if ('bytes' in file) records.push(await withSameBytes(store, image, pictures.hashOf(file.bytes)));
    else warnings.push(file);
  }
  return { records, warnings };
}

/** An image with the same bytes that no other system knows becomes the record of this one. */
async function withSameBytes(store: Reader, image: TecIncoming, hash: string): Promise<TecIncoming> {
  const order = [{ column: 'id' }];
  const same = await store.list({ table: mediaTable, where: is('hash', hash), order, limit: 20 });
  const own = same.find(({ external_id }) => !external_id);
  return own ? { ...image, sameAs: is('id', own.id) } : image;
}
