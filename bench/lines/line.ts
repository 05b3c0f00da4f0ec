// What a line of the table is: a name, and work that tells rows as it goes.

import type { Ratio } from '../measure/rounds.js';
import type { Clients } from '../parties/clients.js';
import type { EngineName, Ground } from '../store/ground.js';

export interface Goal {
  readonly least?: number;
  readonly most?: number;
}

export interface Row {
  readonly what: string;
  readonly ground: Pick<Ground, 'engine' | 'events'>;
  /** The measured value with its unit; with a ratio both sides. */
  readonly unit: string;
  readonly value?: number;
  readonly ratio?: Ratio;
  /** Of the ratio, else of the value. */
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
  /** How many events bulk creation makes. */
  readonly bulk: number;
  /** Prepared on first use and kept for the run. */
  readonly ground: (engine: EngineName, events: number) => Promise<Ground>;
  readonly clients: Clients;
  readonly row: (row: Row) => void;
  /** Something to read that is no row: plans, shares. */
  readonly remark: (text: string) => void;
  readonly say: (text: string) => void;
}

export interface Line {
  readonly name: string;
  readonly about: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** The size that most lines are measured at: 100,000 where there is a choice. */
export const usualSize = ({ sizes }: Bench): number =>
  sizes.includes(100_000) ? 100_000 : (sizes[Math.floor((sizes.length - 1) / 2)] as number);
export const largestSize = ({ sizes }: Bench): number => Math.max(...sizes);
export const smallestSize = ({ sizes }: Bench): number => Math.min(...sizes);
