// A scenario of the benchmarks: a name, and work that reports rows.

import type { Calendar } from '../data.js';
import type { Ratio } from '../measure/rounds.js';
import type { Clients } from '../processes/clients.js';
import type { EngineName, Fixture } from '../store/fixtures.js';

export interface Goal {
  readonly min?: number;
  readonly max?: number;
}

export interface Row {
  readonly label: string;
  readonly fixture: Pick<Fixture, 'engine' | 'events'>;
  /** Unit of the value, or of both sides of the ratio. */
  readonly unit: string;
  readonly value?: number;
  readonly ratio?: Ratio;
  /** For the ratio if there is one, otherwise for the value. */
  readonly goal?: Goal;
  readonly note?: string;
}

export interface Bench {
  readonly sizes: readonly number[];
  readonly engines: readonly EngineName[];
  readonly rounds: number;
  /** Seconds of load in one round. */
  readonly seconds: number;
  readonly quick: boolean;
  /** Number of events that bulk creation creates. */
  readonly bulk: number;
  /** Prepared on first use, then shared by all scenarios. */
  readonly fixture: (engine: EngineName, events: number, calendar?: Calendar) => Promise<Fixture>;
  readonly clients: Clients;
  readonly row: (row: Row) => void;
  /** Text below the table: query plans, counters. */
  readonly remark: (text: string) => void;
  readonly log: (text: string) => void;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** The size for most scenarios: 100,000 if it is among the sizes, otherwise the middle one. */
export const defaultSize = ({ sizes }: Bench): number =>
  sizes.includes(100_000) ? 100_000 : (sizes[Math.floor((sizes.length - 1) / 2)] as number);
export const largestSize = ({ sizes }: Bench): number => Math.max(...sizes);
export const smallestSize = ({ sizes }: Bench): number => Math.min(...sizes);
