// A step of reading: one list of the old site, or what is made of several.
import type { TakenResource } from './options.js';
import type { TecPage } from './page.js';
import type { Session } from './session.js';

export interface StepPage extends Omit<TecPage, 'position'> {
  /** The page of the step to go on with; undefined after its last one. */
  readonly next?: number;
}

export interface Step {
  readonly name: string;
  readonly resource: TakenResource;
  read(session: Session, page: number): AsyncIterable<StepPage>;
}

/** A step that has nothing to do, with a warning that says why. */
export const skipped = (kind: string, place: string, text: string): StepPage => ({
  records: [],
  warnings: [{ kind, place, text }],
});
