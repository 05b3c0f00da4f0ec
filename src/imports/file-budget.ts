// The work that one file may cause. A file that needs more is refused as a whole, before anything is written.
import type { Budget } from '../core/budget.js';

interface Limit {
  readonly max: number;
  /** For people. `{}` is the maximum. */
  readonly exceeded: string;
}

const limits = {
  /** Of a calendar, also those that are not understood. */
  lines: { max: 500_000, exceeded: 'The calendar has more than {} lines. Split it into smaller files.' },
  /** Days, hours and seconds that rules look at, and dates that are read. */
  steps: {
    max: 5_000_000,
    exceeded: 'The rules of the calendar take too long to expand. Use fewer or simpler rules.',
  },
  /** Of all series, from their start to the horizon. */
  dates: {
    max: 50_000,
    exceeded: 'The rules of the calendar give more than {} dates. Use fewer rules, or rules that end earlier.',
  },
  /** Dates of series that differ from their series. */
  changes: {
    max: 10_000,
    exceeded: 'The calendar changes more than {} dates of its series. Split it into smaller files.',
  },
  /** Time zones that are looked up by name or offsets. */
  zones: { max: 5_000, exceeded: 'The calendar names more than {} time zones. Split it into smaller files.' },
} satisfies Readonly<Record<string, Limit>>;

type Name = keyof typeof limits;
/** Maxima by name, which tests lower. */
export type FileLimits = Readonly<Partial<Record<Name, number>>>;
export type FileBudget = Readonly<Record<Name, Budget>>;

export function fileBudget(lower: FileLimits = {}): FileBudget {
  const budgetOf = (name: Name): Budget => {
    const { max, exceeded } = limits[name];
    const left = lower[name] ?? max;
    return { left, message: exceeded.replace('{}', String(left)) };
  };
  return {
    lines: budgetOf('lines'),
    steps: budgetOf('steps'),
    dates: budgetOf('dates'),
    changes: budgetOf('changes'),
    zones: budgetOf('zones'),
  };
}
