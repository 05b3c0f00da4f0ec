// The types of a language: those of the English texts.
import type { Messages } from './en/messages.js';
import type * as english from './en/texts.js';

export type { Messages };
export type Texts = typeof english;
