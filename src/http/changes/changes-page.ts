// A page of changes, and the pages that can be sent again while nothing changes.
import { LRUCache } from 'lru-cache';
import type { Given } from '../../core/field.js';
import type { CachedResponse } from '../cached-response.js';

export interface ChangesPage {
  readonly changes: readonly Given[];
  readonly next: string;
  readonly more: boolean;
}

interface Repeatable {
  /** The newest change of the store before the response was made. */
  readonly newest: string;
  readonly response: CachedResponse;
}

export type RepeatedResponses = LRUCache<string, Repeatable>;

const maxResponses = 2_000;

export const openRepeatedResponses = (): RepeatedResponses => new LRUCache({ max: maxResponses });
