// A kind of value: accepted JSON, parsing, documentation and form input.
import type { Call } from './call.js';
import type { Input } from './input.js';
import type { Schema } from './schema.js';

export interface Kind<Given> {
  /** The type that the namespace route declares, as in the interface specification. */
  readonly declared: Schema;
  /** JSON Schema of all accepted values. */
  readonly schema: Schema;
  /** Parses a value or throws `Invalid`. Never called with undefined or null, which mean "not set"; nor is a
   * result of undefined set. */
  readonly read: (input: unknown, call: Call) => Given;
  /** The part of `read` that costs little, where `read` may take milliseconds. */
  readonly check?: (input: unknown) => unknown;
  /** The form input; a text input if absent. */
  readonly input?: Input;
}
