// What one run remembers of the records it has read: which ones are new or changed, and which dates belong to series.
import { createHash } from 'node:crypto';
import type { Warning } from '../incoming.js';
import { type SiteClient, SiteUnreadable } from './client.js';
import { type Details, KnownDetails } from './details.js';
import { externalIdOf, type MapContext } from './mapping.js';
import type { TecOptions } from './options.js';
import type { Mapped, TecIncoming } from './page.js';
import { type EventRow, EventRows, modifiedIn } from './rows.js';
import { firstDateId, SeriesGatherer, slugOfPost } from './series.js';
import { type Body, idIn, momentIn, textIn } from './values.js';

export interface ReadOptions {
  /** In UTC. */
  readonly now: string;
  readonly geolocation?: MapContext['geolocation'];
  /** Called for each record that the site lists, also if it is unchanged. */
  readonly onSeen?: (externalId: string) => void;
  /** Called after the first lists of a sweep, if these show all events: `onSeen` was called for all records then. */
  readonly onListed?: () => Promise<void>;
  /** False if an earlier import has read the whole site. */
  readonly isFirst?: boolean;
  /** IDs of events that an earlier import has brought. */
  readonly knownIds?: readonly number[];
  /** Of earlier imports; those that are read are added. */
  readonly details?: KnownDetails;
}

export interface RowList {
  readonly place: string;
  readonly status: string;
  readonly rows: readonly EventRow[];
  readonly total: number;
}

/** A bound for the memory. */
const maxRecords = 1_000_000;

export class Session {
  /** External ID → digest of what was read. */
  private readonly digests = new Map<string, string>();
  /** New and changed records since the beginning of the sweep. */
  changes = 0;
  /** Whether a list changed its length while it was read. */
  isUnsteady = false;
  series = new SeriesGatherer();
  /** Whether all lists of events were read in this sweep. */
  hasGathered = false;
  /** IDs of events and of dates that were read in this sweep. */
  eventIds = new Set<number>();
  /** IDs of events that the site lists and does not show. */
  unreadable = new Set<number>();
  rows = this.noRows();
  rowLists: RowList[] = [];
  /** Whether the lists of rows were read in this sweep, and that they show all events. */
  hasRows = false;
  hasAllRows = false;
  /** Times of the last change, as the lists of events show them, by ID. */
  private readonly modified = new Map<number, string>();
  /** Whose details were read since the rows. */
  private readonly detailed = new Set<number | string>();
  /** False once the site has shown an event without them. */
  showsDetails = true;
  private readonly details: KnownDetails;
  private readonly reported = new Set<string>();
  /** Of this sweep. */
  shortfalls: Warning[] = [];
  /** Events whose parent was not read before them. */
  children: Mapped[] = [];
  /** Undefined until the library was asked for. */
  hasLibrary: boolean | undefined;

  constructor(
    readonly client: SiteClient,
    readonly options: TecOptions,
    private readonly more: ReadOptions,
  ) {
    this.details = more.details ?? new KnownDetails();
  }

  get isFirstImport(): boolean {
    return this.more.isFirst ?? true;
  }

  /** IDs of events that an earlier import has brought. */
  get knownIds(): readonly number[] {
    return this.more.knownIds ?? [];
  }

  startSweep(): void {
    this.changes = 0;
    this.isUnsteady = false;
    this.series = new SeriesGatherer();
    this.eventIds = new Set();
    this.unreadable = new Set();
    this.startRows();
    this.hasRows = false;
    this.modified.clear();
    this.shortfalls = [];
    this.children = [];
    this.hasGathered = false;
  }

  async listed(): Promise<void> {
    this.seeRows();
    await this.more.onListed?.();
  }

  contextAt(place: string): MapContext {
    const { now, geolocation = true } = this.more;
    return { base: this.client.base, options: this.options, place, now, geolocation };
  }

  /** True also for events that cannot be read, which are asked for once. */
  hasRead(id: number): boolean {
    return this.eventIds.has(id) || this.unreadable.has(id) || id === 0;
  }

  /** Whether another record than an event has the ID. */
  hasPost(id: number): boolean {
    return ['venue', 'organizer', 'media'].some((resource) => this.knows(externalIdOf(resource, id)));
  }

  get hasTecV1(): boolean {
    return this.client.namespaces.includes('tec/v1');
  }

  startRows(): void {
    this.rows = this.noRows();
    this.rowLists = [];
    this.hasAllRows = false;
    // What is read from now on is read with its details as they are now.
    this.detailed.clear();
  }

  addRows(list: RowList): void {
    this.rowLists.push(list);
    for (const row of list.rows) this.rows.add(row);
    for (const { id, details } of list.rows) if (details) this.addDetails(this.rows.postOf(id) ?? id, details);
  }

  /** All events that the lists of rows show, as they are before a series is known by the slug of its dates. */
  seeRows(): void {
    for (const { id, slug, rows } of this.rows.posts())
      this.more.onSeen?.(rows.size > 1 ? `series:${slug || slugOfPost(id)}` : externalIdOf('event', id));
  }

  /** An event of a list of the API, or one that was read by its ID. True for a date of a series, which is set aside. */
  addEvent(body: Body): boolean {
    const id = idIn(body, 'id');
    if (id === undefined) return false;
    this.eventIds.add(id);
    this.modified.set(id, modifiedIn(body));
    return this.series.add(body, this.rows.postOf(id));
  }

  /** Whether the event was read as the row has it. Rows without a time of change are not compared. */
  isCurrent({ id, modified }: EventRow): boolean {
    const read = this.modified.get(this.rows.listedId(id));
    return read === undefined || modified === '' || read === modified;
  }

  detailsKey(body: Body): number | string {
    const id = idIn(body, 'id') ?? 0;
    return this.rows.postOf(id) ?? (id >= firstDateId ? textIn(body, 'slug') : id);
  }

  addDetails(key: number | string, details: Details): void {
    this.detailed.add(key);
    this.details.set(key, details);
  }

  /** Also if an earlier import has read them, and the event has not changed since. */
  hasDetails(body: Body): boolean {
    const key = this.detailsKey(body);
    const known = this.details.modified.get(key);
    return this.detailed.has(key) || (known !== undefined && known === momentIn(body, 'modified_utc'));
  }

  detailsOf(body: Body): Details | undefined {
    const key = this.detailsKey(body);
    return this.details.get(key) ?? (this.hasDetails(body) ? {} : undefined);
  }

  private noRows(): EventRows {
    return new EventRows((slug) => this.series.has(slug));
  }

  /** A list that has more events than were read. Pages shift while a site changes, so only the last sweep counts. */
  compareTotals(place: string, expected: number, read: number): void {
    const text = `The list has ${expected} events, ${read} were read: ${expected - read} are missing here.`;
    if (expected > read) this.shortfalls.push({ kind: 'events not imported', place, text });
  }

  /** Those that were not reported before: each sweep finds the same again. */
  once(warnings: readonly Warning[]): readonly Warning[] {
    return warnings.filter(({ kind, place }) => {
      const key = `${kind} ${place}`;
      const isNew = !this.reported.has(key);
      this.reported.add(key);
      return isNew;
    });
  }

  knows(externalId: string): boolean {
    return this.digests.has(externalId);
  }

  /** The new and changed ones, each once, with their warnings. */
  take(found: readonly Mapped[]): { readonly records: readonly TecIncoming[]; readonly warnings: readonly Warning[] } {
    const records = new Map<string, TecIncoming>();
    const onPage = new Map<string, string>();
    const warnings: Warning[] = [];
    for (const { record, warnings: own } of found) {
      const { externalId, place } = record;
      this.more.onSeen?.(externalId);
      const digest = digestOf(record);
      const before = onPage.get(externalId);
      if (before !== undefined && before !== digest) {
        const text = `${externalId} is listed twice with different content. The first one is used.`;
        warnings.push({ kind: 'same ID twice', place, text });
      }
      if (before !== undefined) continue;
      onPage.set(externalId, digest);
      if (this.digests.get(externalId) === digest) continue;
      this.digests.set(externalId, digest);
      if (this.digests.size > maxRecords) throw new SiteUnreadable('The site has too many records', place);
      records.set(externalId, record);
      warnings.push(...own);
      this.changes++;
    }
    return { records: [...records.values()], warnings };
  }
}

const digestOf = ({ fields, references, stored, paths, author, image, partIds }: TecIncoming): string =>
  createHash('sha1')
    .update(JSON.stringify([fields, references, stored, paths, author, image, partIds]))
    .digest('base64url')
    .slice(0, 16);
