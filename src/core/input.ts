// Form inputs: the widget of a kind and the texts of a field. The OpenAPI document contains them as `x-input`.
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
  'recurrence',
  'color',
  'items',
  'colors',
  'languages',
  'position',
] as const;
export type Widget = (typeof widgets)[number];

export interface Input {
  readonly widget: Widget;
  /** Name of the schema of a nested form: a new record, or one row. */
  readonly fields?: string;
  /** Texts of choices, by value. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Headings above the choices, by value. */
  readonly headings?: Readonly<Record<string, string>>;
  /** What each choice means, by value. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Shown while there is no value, such as a colour. */
  readonly usual?: string;
  /** Name of the field that the widget also sets: forms show no input of its own. */
  readonly pair?: string;
  /** The extension that must be active for the input to be shown. */
  readonly needs?: Exclude<keyof Extensions, 'languages'>;
}

/** Sections of a form. Without a group, the widget determines the section. */
export type Group =
  | 'details'
  | 'place'
  | 'contact'
  | 'publication'
  | 'site'
  | 'branding'
  | 'calendar'
  | 'footer'
  | 'maps'
  | 'submissions'
  | 'assistants'
  | 'mail';

/** Texts of a field for organizers, in addition to its API documentation. */
export interface FormTexts {
  /** The label, if the name of the field does not make a good one. */
  readonly label?: string;
  /** Help text: one short sentence on what to enter and what it does. Most fields need none. */
  readonly help?: string;
  readonly group?: Group;
  /** Name of the key of the record that tells whether there is a value, for secrets. */
  readonly isSetBy?: string;
  /** Position within the section, where the usual order differs from that of the API. Default 0. */
  readonly order?: number;
  /** The value with which the form of a new record starts. */
  readonly suggested?: string | boolean;
}

/** The input of a field, which adds to that of its kind. */
export interface FieldInput extends Input, FormTexts {
  /** Translatable: stored per language. */
  readonly translated?: true;
  /** Can be set at creation only. */
  readonly initial?: true;
  /** Name of the resource whose records can be selected. */
  readonly resource?: string;
  /** The right required to change the field. */
  readonly right?: Right;
  /** Name of the field that sets the same value and that forms show instead. */
  readonly same?: string;
  /** Set by programs: forms leave it out. */
  readonly hidden?: true;
  /** Generated for a new record if it is empty, and returned once. */
  readonly generated?: true;
}
