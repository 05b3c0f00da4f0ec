// What `wp/v2` says of an event and `tribe/events/v1` does not: whether it is cancelled, its online link, menu order and
// parent.
import { isObject } from '../../core/is-object.js';
import type { Store, Writer } from '../../core/store.js';
import { type Body, defined, idIn, lineIn, textIn } from './values.js';

const names = ['_tribe_events_status', '_tribe_events_status_reason', '_tribe_events_virtual_url'];

/** `_fields` of `wp/v2`. */
export const detailFields = [...names.map((name) => `meta.${name}`), 'menu_order', 'parent'].join();

export interface Details {
  /** `canceled` or `postponed`. */
  readonly status?: string;
  readonly reason?: string;
  readonly virtualUrl?: string;
  readonly menuOrder?: number;
  readonly parent?: number;
}

/** Undefined if the site does not show them here. */
export function detailsIn(item: Body): Details | undefined {
  const { meta } = item;
  if (!isObject(meta) || meta._tribe_events_status === undefined) return undefined;
  return defined({
    status: textIn(meta, '_tribe_events_status') || undefined,
    reason: lineIn(meta, '_tribe_events_status_reason') || undefined,
    virtualUrl: textIn(meta, '_tribe_events_virtual_url') || undefined,
    menuOrder: idIn(item, 'menu_order'),
    parent: idIn(item, 'parent'),
  });
}

/** Details of events by ID of the post, or by slug for dates of a series whose post is unknown. They are saved with the pages of
 * the import, as asking for them takes a request for each past event. */
export class KnownDetails {
  private isSaved = true;

  /** `modified`: times of the last change of events whose details were read before. */
  constructor(
    private readonly byEvent = new Map<number | string, Details>(),
    readonly modified: ReadonlyMap<number | string, string> = new Map(),
  ) {}

  get(key: number | string): Details | undefined {
    return this.byEvent.get(key);
  }

  /** Only those of events that have some are kept. */
  set(key: number | string, details: Details): void {
    if (JSON.stringify(this.byEvent.get(key) ?? {}) === JSON.stringify(details)) return;
    this.isSaved = false;
    if (Object.keys(details).length > 0) this.byEvent.set(key, details);
    else this.byEvent.delete(key);
  }

  async save(writer: Writer, source: string, isComplete = false): Promise<void> {
    if (this.isSaved && !isComplete) return;
    await writer.setMeta(metaName(source), JSON.stringify({ isComplete, details: [...this.byEvent] }));
    writer.afterCommit(async () => {
      this.isSaved = true;
    });
  }
}

interface Saved {
  /** False if the details of some events may not have been read yet. */
  readonly isComplete: boolean;
  readonly details: readonly (readonly [number | string, Details])[];
}

const metaName = (source: string): string => `event details ${source}`;

export async function openDetails(
  store: Store,
  source: string,
  modified: ReadonlyMap<number | string, string>,
): Promise<KnownDetails> {
  const text = await store.transact((writer) => writer.getMeta(metaName(source)));
  const { isComplete, details }: Saved = text === undefined ? { isComplete: false, details: [] } : JSON.parse(text);
  return new KnownDetails(new Map(details), isComplete ? modified : new Map());
}
