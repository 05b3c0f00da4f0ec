// What an engine tells of the way it takes through the events for one statement.
import type { Engine, Statement } from '../../src/storage/engine.js';

export interface Plan {
  /** The plan as the engine prints it. */
  readonly lines: readonly string[];
  /** The ways into the events: names of indexes. */
  readonly indexes: readonly string[];
  /** Whether a whole table of events or of their links, or a whole index of one, is walked through. */
  readonly scans: boolean;
  /** Rows of events that were looked at. */
  readonly rows: string;
}

export type Explain = (engine: Engine, statement: Statement) => Promise<Plan>;

export const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
