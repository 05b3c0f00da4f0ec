// Markers: random words in hidden texts. Each belongs to one kind of record, and the table below says who may see it.
import { randomBytes } from 'node:crypto';
import type { Who } from '../client.js';

export type Caller = Exclude<Who, 'editor' | 'administrator'>;
export const callers = ['anonymous', 'subscriber', 'contributor', 'author'] as const satisfies readonly Caller[];

export type Kind =
  | 'draft'
  | 'pending'
  | 'private'
  | 'future'
  | 'trashed'
  | 'unpublished'
  | 'protected'
  | 'unlisted'
  | 'too early'
  | 'old version'
  | 'submission'
  | 'image'
  | 'account'
  | 'external'
  | 'of the author'
  | 'of the contributor';

export interface Marker {
  readonly word: string;
  readonly kind: Kind;
  readonly field: string;
  /** A path with one of these texts names the record. */
  readonly named: readonly string[];
}

const nobody = (): boolean => false;
const only =
  (...allowed: readonly Caller[]) =>
  (_: Marker, caller: Caller): boolean =>
    allowed.includes(caller);

/** Lists show these of a protected event. */
const shellFields = ['title', 'slug'];

/** Whether this caller may see a marker in the response to this path. */
const rules: Readonly<Record<Kind, (marker: Marker, caller: Caller, path: string) => boolean>> = {
  draft: nobody,
  pending: nobody,
  private: nobody,
  future: nobody,
  trashed: nobody,
  // Published once, private now.
  unpublished: nobody,
  protected: ({ field }) => shellFields.includes(field),
  // Readable by its address, in no list.
  unlisted: ({ named }, _, path) => named.some((text) => path.includes(text)),
  'too early': nobody,
  'old version': nobody,
  submission: nobody,
  // Writers see the whole media library.
  image: only('contributor', 'author'),
  account: nobody,
  external: nobody,
  'of the author': only('author'),
  'of the contributor': only('contributor'),
};

/** At the beginning of every marker, so that a search for it finds all of them. */
export const stem = 'zqm';

const randomWord = (): string => `${stem}${randomBytes(6).toString('hex')}`;

/** In no record, and as long as the ones that are. */
export const unknownStem = 'qzm';
export const unknownWord = randomWord();

export interface Markers {
  readonly make: (kind: Kind, field: string, named?: readonly string[]) => string;
  readonly all: () => readonly Marker[];
  /** Markers in the text that the caller may not see; those of the request itself are not news. */
  readonly leaked: (text: string, caller: Caller, path: string) => readonly Marker[];
  readonly found: (text: string) => readonly Marker[];
}

export function openMarkers(): Markers {
  const known = new Map<string, Marker>();
  const pattern = new RegExp(`${stem}[\\da-f]{12}`, 'g');
  const found = (text: string): readonly Marker[] => {
    // Lines of iCalendar are folded.
    const words = text.replaceAll('\r\n ', '').toLowerCase().match(pattern) ?? [];
    return [...new Set(words)].flatMap((word) => known.get(word) ?? []);
  };
  return {
    make: (kind, field, named = []) => {
      const word = randomWord();
      known.set(word, { word, kind, field, named });
      return word;
    },
    all: () => [...known.values()],
    found,
    leaked: (text, caller, path) =>
      found(text).filter((marker) => !path.includes(marker.word) && !rules[marker.kind](marker, caller, path)),
  };
}
