// What one run remembers of the records it has read: which ones are new or changed, and which dates belong to series.
import { createHash } from 'node:crypto';
import type { Warning } from '../incoming.js';
import { type SiteClient, SiteUnreadable } from './client.js';
import { externalIdOf, type MapContext } from './mapping.js';
import type { TecOptions } from './options.js';
import type { Mapped, TecIncoming } from './page.js';
import { EventRows } from './rows.js';
import { SeriesGatherer } from './series.js';

export interface ReadOptions {
  /** In UTC. */
  readonly now: string;
  /** Called for each record that the site lists, also if it is unchanged. */
  readonly onSeen?: (externalId: string) => void;
  /** False if an earlier import has read the whole site. */
  readonly isFirst?: boolean;
  /** IDs of events that an earlier import has brought. */
  readonly knownIds?: readonly number[];
}

/** A bound for the memory. */
const maxRecords = 1_000_000;

export class Session {
  /** External ID → digest of what was read. */
  private readonly digests = new Map<string, string>();
  /** New and changed records since the beginning of the sweep. */
  changes = 0;
  series = new SeriesGatherer();
  /** Whether all lists of events were read in this sweep. */
  hasGathered = false;
  /** IDs of events and of dates that were read in this sweep. */
  eventIds = new Set<number>();
  /** IDs of events that the site lists and does not show. */
  unreadable = new Set<number>();
  rows = this.noRows();
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
  ) {}

  get isFirstImport(): boolean {
    return this.more.isFirst ?? true;
  }

  /** IDs of events that an earlier import has brought. */
  get knownIds(): readonly number[] {
    return this.more.knownIds ?? [];
  }

  startSweep(): void {
    this.changes = 0;
    this.series = new SeriesGatherer();
    this.eventIds = new Set();
    this.unreadable = new Set();
    this.rows = this.noRows();
    this.shortfalls = [];
    this.children = [];
    this.hasGathered = false;
  }

  contextAt(place: string): MapContext {
    return { base: this.client.base, options: this.options, place, now: this.more.now };
  }

  /** True also for events that cannot be read, which are asked for once. */
  hasRead(id: number): boolean {
    return this.eventIds.has(id) || this.unreadable.has(id) || id === 0;
  }

  /** Whether another record than an event has the ID. */
  hasPost(id: number): boolean {
    return ['venue', 'organizer', 'media'].some((resource) => this.knows(externalIdOf(resource, id)));
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
