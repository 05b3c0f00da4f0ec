// Samples of each resource for the contract tests: complete new records, and for every field another value,
// the response with it, and the effect of an empty text.
import { organizer, venue } from './contact.js';
import { event } from './event.js';
import type { Sample } from './sample.js';
import { category, tag } from './term.js';

export const samples: Readonly<Record<string, Sample>> = { event, venue, organizer, category, tag };
