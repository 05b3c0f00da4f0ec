// How a person enters a value: told once by its kind, and by the documentation to whoever draws a form.
import type { Right } from './actor.js';
import type { Extensions } from './site.js';

export const widgets = [
  'text',
  'lines',
  'html',
  'slug',
  'secret',
  'url',
  'email',
  'integer',
  'number',
  'flag',
  'choice',
  'moment',
  'zone',
  'price',
  'image',
  'file',
  'record',
  'records',
  'terms',
  'rows',
] as const;
export type Widget = (typeof widgets)[number];

export interface Input {
  readonly widget: Widget;
  /** Name of the schema of what is entered inside: a new record, or one row. */
  readonly fields?: string;
  /** The extension without which nothing can be entered. */
  readonly needs?: Exclude<keyof Extensions, 'languages'>;
}

/** Parts of a form that a field may ask for; without one its widget decides. */
export type Group = 'place' | 'contact' | 'publication';

/** What a definition says to people who fill in a form, beside its documentation for programs. */
export interface FormTexts {
  /** What the form calls it, where its name alone would not do. */
  readonly label?: string;
  /** What to enter and what it does, in a short sentence; most fields need none. */
  readonly help?: string;
  readonly group?: Group;
}

/** The same of a field, which knows more than its kind. */
export interface FieldInput extends Input, FormTexts {
  /** Kept in every language. */
  readonly spoken?: true;
  /** Entered only when the record is made. */
  readonly initial?: true;
  /** Name of the resource whose records are chosen from. */
  readonly resource?: string;
  /** Without it the field stays as it is. */
  readonly right?: Right;
  /** Says the same as this field in another way: a form needs only that one. */
  readonly same?: string;
}
