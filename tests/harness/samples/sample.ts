// What a sample of a resource says.
import type { Answered, Body, World } from '../world.js';
import { baseUrl } from '../world.js';

export const rest = `${baseUrl}/cal/events/v1`;

/** Stamps of a record made when the world begins. */
export const stamps = {
  status: 'publish',
  date: '2027-06-15 11:30:00',
  date_utc: '2027-06-15 15:30:00',
  modified: '2027-06-15 11:30:00',
  modified_utc: '2027-06-15 15:30:00',
};
export const globals = (id: number) => ({
  global_id: `calendar.example?id=${id}`,
  global_id_lineage: [`calendar.example?id=${id}`],
});

export interface Change {
  readonly value: unknown;
  /** Keys of the response that differ afterwards. */
  readonly changes: Body;
}

export interface Sample {
  readonly path: string;
  /** Required fields only. */
  readonly least: Body;
  /** The complete response. */
  readonly leastBody: (id: number, author: number) => Body;
  /** A value for every field that can hold one. */
  readonly most: Body;
  /** The complete response. */
  readonly mostBody: (answer: Answered, world: World) => Promise<Body>;
  /** For every field another value, applied to the record with all of them. */
  readonly others: (world: World, full: Answered) => Promise<Readonly<Record<string, Change>>>;
  /** For every field the effect of an empty text, or that it is rejected. */
  readonly empty: (full: Answered) => Readonly<Record<string, Body | 'refused'>>;
  /** A value of the wrong type for every field that minds, beside the right value of the others. */
  readonly wrong: Readonly<Record<string, unknown>>;
}
