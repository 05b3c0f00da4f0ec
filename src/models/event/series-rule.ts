// The stored recurrence of a series: its rule, extra dates and exceptions. All moments are wall-clock times of the series.

export interface SeriesRule {
  /** Start of the first occurrence that the rule gives. */
  readonly start: string;
  /** RRULE of RFC 5545 in normal form; empty if the series has extra dates only. */
  readonly rule: string;
  /** Extra dates; one with an end has another duration than the others. */
  readonly dates: readonly { readonly start: string; readonly end?: string }[];
  /** Starts that the rule gives but the series skips. */
  readonly except: readonly string[];
  /** The master of the series that this one continues. */
  readonly follows?: number;
}
