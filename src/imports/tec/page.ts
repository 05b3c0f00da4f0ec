// Records of the old site on their way in, with what only a takeover knows of them.
import type { Incoming, IncomingPage, Warning } from '../incoming.js';

export interface TecIncoming extends Incoming {
  /** Paths of the old site that showed the record or its files: `/event/harvest-fair/`. */
  readonly paths: readonly string[];
  /** External ID of the author: `user:3`. Not a reference, because accounts have no external IDs. */
  readonly author?: string;
  /** External ID of the image: `media:46`. Not a reference, because images may be fetched later. */
  readonly image?: string;
}

export interface TecPage extends IncomingPage {
  readonly records: readonly TecIncoming[];
  /** IDs of further events of the site, which no new record here may have. */
  readonly ids?: readonly number[];
}

/** A record and what people should know about it. */
export interface Mapped {
  readonly record: TecIncoming;
  readonly warnings: readonly Warning[];
}
