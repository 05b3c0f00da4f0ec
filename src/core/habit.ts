// What clients of the drop-in mount expect beside the calendar: addresses of the platform that used to be around it.
import type { Call } from './call.js';
import type { Given } from './field.js';
import type { Resource } from './resource.js';

/** Told at an address of its own; nothing is stored for it. */
export interface Notice {
  readonly path: string;
  /** Its parts also have addresses of their own, by name or by number. */
  readonly parts?: 'slug' | 'id';
  readonly tell: (call: Call, asked: { readonly query: Given; readonly part?: string }) => unknown;
}

export interface Habits {
  readonly notices: readonly Notice[];
  /** Resources in the platform's own shape that are only listed and read there. */
  readonly readOnly: readonly Resource[];
  /** Likewise, and created there, too. */
  readonly guises: readonly Resource[];
  /** Likewise, and changed and removed there, too. */
  readonly wholes: readonly Resource[];
}
