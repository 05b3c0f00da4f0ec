// Takes over a site: first the texts of all records, then the images they show. Both are pages of one import, which goes on
// after an interruption where it stopped.

import { all, is, not } from '../../core/condition.js';
import type { Context, RequestContext, WriteContext } from '../../core/context.js';
import { eachRow } from '../../core/each-row.js';
import type { Given } from '../../core/field.js';
import { saveOldUrls } from '../../core/old-urls.js';
import type { Store } from '../../core/store.js';
import { event } from '../../models/event/event.js';
import type { Applied, ReadSource, Warning } from '../incoming.js';
import { type ImportRequest, runImport } from '../run.js';
import type { ImportRow } from '../tables.js';
import { authorsFor, type OldAuthor } from './authors.js';
import { imagePages, imagesIn, knownImages, openImageFiles, withKnownImage } from './images.js';
import { openLargestIds } from './largest-ids.js';
import type { TecOptions } from './options.js';
import type { TecIncoming, TecPage } from './page.js';
import type { ReadOptions } from './session.js';

/** The site as a takeover reads it. */
export interface OldSite {
  readonly source: string;
  /** Time zone of the site; absent or empty if it has an offset from UTC only. */
  readonly zone?: string;
  readonly read: (position: Given, options: ReadSiteOptions) => AsyncIterable<TecPage>;
  /** Authors that the site names; others are known by their ID only. */
  readonly authors: () => Promise<readonly OldAuthor[]>;
}

export interface ReadSiteOptions extends ReadOptions {
  readonly only?: TecOptions['only'];
}

export interface TakeoverRequest
  extends Pick<ImportRequest, 'overwrite' | 'isDryRun' | 'resume' | 'onProgress' | 'signal' | 'now'> {
  readonly tec: TecOptions;
  /** ID of the user who becomes the author of everything; absent: an account for each author. */
  readonly author?: number;
  /** Stored with the import beside the options of the site. */
  readonly options?: Given;
  /** False if an earlier import has read the whole site. */
  readonly isFirst?: boolean;
  /** Before each page: rejects if the import must stop. */
  readonly check?: () => Promise<void>;
}

export interface TakenOver {
  readonly row: ImportRow;
  /** External IDs of all records of the site; absent if this run did not read all of them. */
  readonly seen?: ReadonlySet<string>;
}

/** A part of the import; its position is the one of the site within it. */
interface Step {
  readonly name: string;
  readonly read: (from: Given) => AsyncIterable<TecPage>;
}

/** Without the credentials. */
export const shownOptions = ({ user: _, password: __, ...options }: TecOptions): Given => options;

export async function takeOver(
  context: RequestContext,
  store: Store,
  site: OldSite,
  request: TakeoverRequest,
): Promise<TakenOver> {
  const { tec, isDryRun = false, check = async () => undefined, now = () => context.call.now } = request;
  const { source } = site;
  const files = openImageFiles(context.pictures);
  const withAuthors = authorsFor(context, store, site, request);
  const found = { seen: new Set<string>(), hasReadAll: false, missingImages: 0 };
  const largest = openLargestIds(context.registry);

  async function* texts(from: Given): AsyncIterable<TecPage> {
    const onSeen = (externalId: string) => found.seen.add(externalId);
    const knownIds = await importedEventIds(store, source);
    const options = { onSeen, knownIds, isFirst: request.isFirst ?? true, now: now() };
    for await (const page of site.read(from, options)) {
      await check();
      largest.add(page);
      // Records without an ID of their own, and those whose ID is taken, get the next ones of the sequence.
      if (!isDryRun) await largest.reserve(store);
      const known = await knownImages(store, source, page.records);
      found.missingImages += imagesIn(page.records).filter((id) => !known.has(id)).length;
      const isLater = ({ resource, externalId }: TecIncoming) => resource === 'media' && !known.has(externalId);
      const records = page.records.filter((record) => !isLater(record));
      const uncounted = isDryRun && tec.images === 'fetch' ? page.records.filter(isLater) : [];
      yield {
        ...page,
        records: await withAuthors(records.map((record) => withKnownImage(record, known))),
        assumed: uncounted,
      };
    }
  }

  const tried = new Set<string>();
  async function* images(from: Given, only: TecOptions['only']): AsyncIterable<TecPage> {
    const pages = site.read(from, { now: now(), ...(only && { only }) });
    for await (const page of imagePages(store, source, pages, files, { from, tried })) {
      await check();
      yield { ...page, records: await withAuthors(page.records) };
    }
  }

  /** The library comes first: venues and organizers are listed before it. */
  const steps: readonly Step[] = [
    { name: 'texts', read: texts },
    { name: 'images', read: (from) => images(from, ['media']) },
    { name: 'shown images', read: (from) => images(from, undefined) },
  ];

  const wantsImages = !isDryRun && tec.images === 'fetch' && (tec.only?.includes('media') ?? true);
  const read: ReadSource = async function* (start) {
    largest.resume(start.largest);
    const first = Math.max(
      0,
      steps.findIndex(({ name }) => name === start.step),
    );
    const warnings = start.step === undefined ? zoneWarnings(site, tec, context) : [];
    if (warnings.length) yield { records: [], warnings, position: { step: 'texts', position: {} } };
    for (const [at, { name, read: readStep }] of steps.entries()) {
      if (at < first) continue;
      if (at > 0 && (!wantsImages || (found.hasReadAll && found.missingImages === 0))) return;
      const from = (at === first ? (start.position ?? {}) : {}) as Given;
      for await (const page of readStep(from))
        yield { ...page, position: { step: name, position: page.position, largest: largest.ids() } };
      if (at === 0) found.hasReadAll = Object.keys(from).length === 0;
      if (at === 0 && !isDryRun) await largest.reserve(store);
      const next = steps[at + 1];
      if (next) yield { records: [], warnings: [], position: { step: next.name, position: {} } };
    }
  };

  const row = await runImport(
    { ...context, pictures: files.pictures },
    store,
    {
      ...request,
      kind: 'tec',
      name: tec.site,
      source,
      options: { ...shownOptions(tec), ...request.options },
      afterPage: savePaths,
    },
    read,
  );
  return found.hasReadAll ? { row, seen: found.seen } : { row };
}

/** IDs that events have on the site. Those in the trash are no longer looked for. */
async function importedEventIds(store: Store, source: string): Promise<readonly number[]> {
  const ids: number[] = [];
  await eachRow(store, event, all(is('source', source), not(is('status', 'trash'))), async ({ external_id }) => {
    const [, id] = /^event:(\d{1,12})$/.exec(String(external_id)) ?? [];
    if (id !== undefined) ids.push(Number(id));
  });
  return ids;
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
