// The words of one-line entries, such as “Film night Fri 8pm at Town Barn #film”. Each language has its own in `i18n`.

export interface EntryWords {
  readonly today: readonly string[];
  /** Today, in the evening: an hour from 1 to 11 is after noon. */
  readonly tonight: readonly string[];
  readonly tomorrow: readonly string[];
  readonly dayAfterTomorrow: readonly string[];
  /** Beside a weekday: either the coming one or that of the week after. */
  readonly next: readonly string[];
  /** Beside a weekday: the coming one. */
  readonly coming: readonly string[];
  /** “in 3 days”. */
  readonly after: readonly string[];
  readonly days: readonly string[];
  readonly weeks: readonly string[];
  /** Before a date. */
  readonly on: readonly string[];
  /** Between a day and its month, and a month and its year. */
  readonly of: readonly string[];
  /** Before a time. */
  readonly at: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly lasting: readonly string[];
  readonly hours: readonly string[];
  readonly minutes: readonly string[];
  readonly noon: readonly string[];
  readonly midnight: readonly string[];
  readonly allDay: readonly string[];
  /** Before the name of a place. */
  readonly place: readonly string[];
  /** What people call weekdays and months beside their usual names and abbreviations, by number from 1 (Monday, January). */
  readonly weekdays: Readonly<Record<string, number>>;
  readonly months: Readonly<Record<string, number>>;
  /** Whether 05/06 can only be the 5th of June. */
  readonly isDayFirst: boolean;
  /** Whether 8:30 is before noon, because later hours are written 20:30. */
  readonly is24Hours: boolean;
}
