// Takes over a site in one pass: each page of its records, after the images that it needs. The import goes on after an
// interruption where it stopped.

import { is } from '../../core/condition.js';
import type { Context, RequestContext, WriteContext } from '../../core/context.js';
import { eachRow } from '../../core/each-row.js';
import type { Given } from '../../core/field.js';
import { saveOldUrls } from '../../core/old-urls.js';
import type { Store } from '../../core/store.js';
import { event } from '../../models/event/event.js';
import type { Applied, Warning } from '../incoming.js';
import { type ImportRequest, runImport } from '../run.js';
import type { ImportRow } from '../tables.js';
import { authorsFor, type OldAuthor } from './authors.js';
import { openDetails } from './details.js';
import { imagePages, knownImages, openImageFiles, withKnownImage } from './images.js';
import { openLargestIds } from './largest-ids.js';
import { compareNumbers, type SiteNumber } from './numbers.js';
import type { TecOptions } from './options.js';
import type { TecIncoming, TecPage } from './page.js';
import type { ReadOptions } from './session.js';

/** The site as a takeover reads it. */
export interface OldSite {
  readonly source: string;
  /** Time zone of the site; absent or empty if it has an offset from UTC only. */
  readonly zone?: string;
  readonly read: (position: Given, options: ReadSiteOptions) => AsyncIterable<TecPage>;
  /** Of all records that it lists. */
  readonly numbers: () => Promise<readonly SiteNumber[]>;
  /** Authors that the site names; others are known by their ID only. */
  readonly authors: () => Promise<readonly OldAuthor[]>;
}

export interface ReadSiteOptions extends ReadOptions {
  readonly only?: TecOptions['only'];
}

export interface TakeoverRequest
  extends Pick<ImportRequest, 'overwrite' | 'isDryRun' | 'resume' | 'onProgress' | 'onBegin' | 'signal' | 'now'> {
  readonly tec: TecOptions;
  /** ID of the user who becomes the author of everything; absent: an account for each author. */
  readonly author?: number;
  /** Stored with the import beside the options of the site. */
  readonly options?: Given;
  /** False if an earlier import has read the whole site. */
  readonly isFirst?: boolean;
  /** Called with the external IDs of all records when the lists have shown them, and at the end of the pass. */
  readonly onListed?: (seen: ReadonlySet<string>) => Promise<void>;
  /** Before each page: rejects if the import must stop. */
  readonly check?: () => Promise<void>;
}

/** Without the credentials. */
export const shownOptions = ({ user: _, password: __, ...options }: TecOptions): Given => options;

export async function takeOver(
  context: RequestContext,
  store: Store,
  site: OldSite,
  request: TakeoverRequest,
): Promise<ImportRow> {
  const { tec, isDryRun = false, check = async () => undefined, now = () => context.call.now } = request;
  const { source } = site;
  const files = openImageFiles(context.pictures);
  const withAuthors = authorsFor(context, store, site, request);
  const { knownIds, modified } = await knownOf(store, source);
  const details = await openDetails(store, source, modified);
  const seen = new Set<string>();
  const largest = openLargestIds(context.registry);
  const wantsImages = !isDryRun && tec.images === 'fetch';

  async function* pages(start: Given): AsyncIterable<TecPage> {
    const from = (start.site ?? {}) as Given;
    largest.resume(start.largest);
    let position: Given = { site: from, largest: largest.ids() };
    if (start.site === undefined) yield { records: [], warnings: zoneWarnings(site, tec, context), position };
    const isWhole = Object.keys(from).length === 0;
    const options: ReadSiteOptions = {
      knownIds,
      details,
      onSeen: (externalId) => seen.add(externalId),
      isFirst: request.isFirst ?? true,
      now: now(),
      geolocation: context.call.site.geolocation,
      ...(isWhole && { onListed: async () => request.onListed?.(seen) }),
    };
    for await (const page of site.read(from, options)) {
      await check();
      largest.add(page);
      // Records without an ID of their own, and those whose ID is taken, get the next ones of the sequence.
      if (!isDryRun) await largest.reserve(store);
      // The images of a page come before the records that show them.
      if (wantsImages)
        for await (const images of imagePages(store, source, page, files))
          yield { ...images, records: await withAuthors(images.records), position };
      const known = await knownImages(store, source, page.records);
      const isMissing = ({ resource, externalId }: TecIncoming) => resource === 'media' && !known.has(externalId);
      const records = page.records.filter((record) => !isMissing(record));
      position = { site: page.position, largest: largest.ids() };
      yield {
        ...page,
        records: await withAuthors(records.map((record) => withKnownImage(record, known))),
        assumed: isDryRun && tec.images === 'fetch' ? page.records.filter(isMissing) : [],
        position,
      };
    }
    if (!isDryRun) await largest.reserve(store);
    const isComplete = isWhole && !tec.only && tec.limit === undefined && tec.since === undefined;
    if (!isDryRun && isWhole) await request.onListed?.(seen);
    if (!isDryRun && isComplete) await store.transact((writer) => details.save(writer, source, true));
    if (isDryRun) return;
    const numbers = await site.numbers();
    const warnings = await compareNumbers(store, context.registry, { source, numbers }, tec.site);
    if (warnings.length) yield { records: [], warnings, position };
  }

  return runImport(
    { ...context, pictures: files.pictures },
    store,
    {
      ...request,
      kind: 'tec',
      name: tec.site,
      source,
      options: { ...shownOptions(tec), ...request.options },
      afterPage: async (writing, applied) => {
        await savePaths(writing, applied);
        await details.save(writing.store, source);
      },
    },
    pages,
  );
}

/** Events that an earlier import has brought: IDs of those outside the trash, and times of the last change of all,
 * of series by slug too. */
async function knownOf(store: Store, source: string) {
  const knownIds: number[] = [];
  const modified = new Map<number | string, string>();
  await eachRow(store, event, is('source', source), async ({ id, external_id, status, modified_utc }) => {
    const [, ownId] = /^event:(\d{1,12})$/.exec(String(external_id)) ?? [];
    if (ownId !== undefined && status !== 'trash') knownIds.push(Number(ownId));
    modified.set(Number(ownId ?? id), String(modified_utc));
    const [, slug] = /^series:(.+)/.exec(String(external_id)) ?? [];
    if (slug !== undefined) modified.set(slug, String(modified_utc));
  });
  return { knownIds, modified };
}

async function savePaths({ store }: WriteContext, applied: readonly Applied[]): Promise<void> {
  const records = applied.flatMap(({ incoming, id, outcome }) => {
    const { resource, paths } = incoming as TecIncoming;
    return id === undefined || outcome === 'same' ? [] : [{ resource, id, paths }];
  });
  await saveOldUrls(store, records);
}

/** Days and publication dates of both sites are the same only in the same time zone. */
function zoneWarnings({ zone = '' }: OldSite, { site }: TecOptions, { call }: Context): readonly Warning[] {
  const here = call.site.zone;
  if (zone === '' || zone === here) return [];
  const text = `The site is in ${zone}, this calendar in ${here}. Set the time zone of this calendar to ${zone} first.`;
  return [{ kind: 'time zone of the site', place: site, text }];
}
