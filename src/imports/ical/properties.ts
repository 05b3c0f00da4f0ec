// Properties of a component. ical.js splits lines into names, parameters and values; it reads no dates, because it loses
// those that are written in unusual ways.

import ICAL from 'ical.js';
import { groupBy } from '../../core/group-by.js';
import type { Warning } from '../incoming.js';
import type { Component } from './components.js';
import type { Line } from './decode.js';
import { collectWarnings } from './warnings.js';

export interface Property {
  readonly name: string;
  /** Names in lower case. */
  readonly params: Readonly<Record<string, string>>;
  /** As written, texts unescaped. */
  readonly values: readonly string[];
  readonly line: number;
}

export interface Properties {
  readonly first: (name: string) => Property | undefined;
  /** The first value without blanks around it; empty if there is none. */
  readonly text: (name: string) => string;
  readonly all: (name: string) => readonly Property[];
  readonly warnings: readonly Warning[];
}

const { icalendar } = ICAL.design;
const asWritten = Object.fromEntries(
  [
    'date',
    'date-time',
    'date-and-or-time',
    'period',
    'recur',
    'duration',
    'utc-offset',
    'integer',
    'float',
    'time',
  ].map((type) => [type, {}]),
);
/** GEO is one value with a semicolon. */
const design = {
  ...icalendar,
  value: { ...icalendar.value, ...asWritten },
  property: { ...icalendar.property, geo: { defaultType: 'unknown' } },
} as typeof icalendar;

/** Outlook writes zones such as `(UTC+01:00) Amsterdam, Berlin` without the quotes that their colon needs. */
const quoteZone = (text: string): string =>
  text.replace(/^([A-Z0-9-]+(?:;[^:;"]+)*;TZID=)(\((?:UTC|GMT)[^)"]{0,10}\)[^:;"]*)/i, '$1"$2"');

function parseLine({ text, number }: Line): Property {
  const [name = '', params = {}, , ...values] = ICAL.parse.property(quoteZone(text), design) as unknown as [
    string,
    Record<string, string | string[]>,
    string,
    ...unknown[],
  ];
  return {
    name: name.toUpperCase(),
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key.toLowerCase(), String(value)])),
    values: values.flat().map((value) => String(value)),
    line: number,
  };
}

/** A line that cannot be parsed is left out and reported. */
export function propertiesOf(component: Component): Properties {
  const { warnings, warn } = collectWarnings();
  const properties = component.lines.flatMap((line) => {
    try {
      return [parseLine(line)];
    } catch {
      warn('line not understood', line.number, `${line.text.slice(0, 80)} was left out.`);
      return [];
    }
  });
  const byName = groupBy(properties, ({ name }) => name);
  const all = (name: string): readonly Property[] => byName.get(name) ?? [];
  return { all, first: (name) => all(name)[0], text: (name) => all(name)[0]?.values[0]?.trim() ?? '', warnings };
}

/** Texts of X- properties, whose type is not known to the parser. */
export const unescaped = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter === 'n' || letter === 'N' ? '\n' : letter));
