// Texts of the API document in the language of the console. A text without a translation stays English.
import { textsOf } from './texts';

const labels = textsOf('labels');
const grammar = textsOf('grammar');

/** `english` is a label, a help text or a choice. */
export const labelIn = (english: string): string => (labels() as Readonly<Record<string, string>>)[english] ?? english;

export interface Nouns {
  readonly one: string;
  /** With its indefinite article. */
  readonly a: string;
  readonly many: string;
}

/** A resource of the API document. */
export interface Named {
  readonly name: string;
  readonly noun: Nouns;
}

export const nounsOf = (resource: Named): Nouns => grammar().nouns(resource);

/** “New event”, “Nouvel événement”. */
export const newOf = (resource: Named): string => grammar().new(resource);

/** “this event”, “cet événement”. */
export const thisOf = (resource: Named): string => grammar().this(resource);

/** A label or noun after other words: “add category”, “Kategorie hinzufügen”. */
export const withinSentence = (text: string): string => grammar().withinSentence(text);
