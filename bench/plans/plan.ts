// The query plan of one statement, as far as the benchmarks compare it.
import type { Engine, Statement } from '../../src/storage/engine.js';

export interface Plan {
  /** The plan as the engine prints it. */
  readonly lines: readonly string[];
  /** The indexes of `events` it uses. */
  readonly indexes: readonly string[];
  /** True if it scans the whole of `events`, a link table, or an index of one. */
  readonly scans: boolean;
  /** Rows of `events` that were read. */
  readonly rows: string;
}

export type Explain = (engine: Engine, statement: Statement) => Promise<Plan>;

export const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
