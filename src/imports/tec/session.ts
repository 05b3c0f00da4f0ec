// What one run remembers of the records it has read: which ones are new or changed, and which dates belong to series.
import { createHash } from 'node:crypto';
import type { Warning } from '../incoming.js';
import { type SiteClient, SiteUnreadable } from './client.js';
import type { MapContext } from './mapping.js';
import type { TecOptions } from './options.js';
import type { Mapped, TecIncoming } from './page.js';
import { SeriesGatherer } from './series.js';

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
  /** IDs of events in the lists of this sweep. */
  eventIds = new Set<number>();
  /** Events whose parent was not read before them. */
  children: Mapped[] = [];
  /** Undefined until the library was asked for. */
  hasLibrary: boolean | undefined;

  constructor(
    readonly client: SiteClient,
    readonly options: TecOptions,
    private readonly onSeen: ((externalId: string) => void) | undefined,
  ) {}

  startSweep(): void {
    this.changes = 0;
    this.series = new SeriesGatherer();
    this.eventIds = new Set();
    this.children = [];
    this.hasGathered = false;
  }

  contextAt(place: string): MapContext {
    return { base: this.client.base, options: this.options, place };
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
      this.onSeen?.(externalId);
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
