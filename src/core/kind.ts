// A kind of value: what the wire may say, how that is read, and how it is told in the documentation.
import type { Call } from './call.js';
import type { Input } from './input.js';
import type { Schema } from './schema.js';

export interface Kind<Given> {
  /** What the root route advertises: the specification's declared type. */
  readonly declared: Schema;
  /** Everything that is accepted. */
  readonly schema: Schema;
  /** Throws `Invalid`. Never sees undefined or null: those mean "not given". */
  readonly read: (input: unknown, call: Call) => Given;
  /** How a person enters it; a line of text when absent. */
  readonly input?: Input;
}
