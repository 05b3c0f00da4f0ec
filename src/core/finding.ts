// The result of one health check of `almanac doctor`.

export interface Finding {
  readonly check: string;
  readonly faults: readonly string[];
  /** The faults that a repair removed. Both names are keys of the JSON output. */
  readonly mended?: readonly string[];
}
