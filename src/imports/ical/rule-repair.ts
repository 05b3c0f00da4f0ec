// Rules that programs write, but RFC 5545 does not allow, as the nearest rule that it does.

import { ifValid } from '../../core/problem.js';
import { basicFormat } from '../../core/time/ical-value.js';
import { parseRule, ruleText } from '../../core/time/rule.js';
import { readTimeValue } from './time-value.js';

const known = new Set(
  'FREQ INTERVAL COUNT UNTIL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSETPOS WKST RSCALE SKIP'.split(
    ' ',
  ),
);

function repairedUntil(text: string): string | undefined {
  const value = readTimeValue(text);
  if (!value) return undefined;
  if (value.isDate) return basicFormat(value.wall).slice(0, 8);
  return `${basicFormat(value.wall)}${value.offset === 0 ? 'Z' : ''}`;
}

/** Parts in the order of the rule; a later one replaces an earlier one of the same name. */
function repaired(rule: string, allDay: boolean): string {
  const parts = new Map<string, string>();
  for (const part of rule
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = ''] = part.split('=');
    if (known.has(name) && value !== '') parts.set(name, value);
  }
  const until = parts.get('UNTIL');
  const end = until === undefined ? undefined : repairedUntil(until);
  if (end === undefined) parts.delete('UNTIL');
  else parts.set('UNTIL', end);
  if (parts.has('UNTIL') || parts.get('COUNT') === '0') parts.delete('COUNT');
  if (Number(parts.get('COUNT')) > 10_000) parts.set('COUNT', '10000');
  if (parts.get('INTERVAL') === '0') parts.delete('INTERVAL');
  const freq = parts.get('FREQ');
  const days = parts.get('BYDAY');
  if (days !== undefined && (freq === 'DAILY' || freq === 'WEEKLY')) parts.set('BYDAY', days.replace(/[+-]?\d+/g, ''));
  if (freq === 'WEEKLY') parts.delete('BYMONTHDAY');
  if (freq !== 'YEARLY') for (const name of ['BYWEEKNO', 'BYYEARDAY']) parts.delete(name);
  if (allDay) for (const name of ['BYHOUR', 'BYMINUTE']) parts.delete(name);
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((name) => /^BY(?!SETPOS)/.test(name))) parts.delete('BYSETPOS');
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';');
}

export interface ReadRule {
  /** In normal form. */
  readonly rule: string;
  readonly isRepaired: boolean;
}

const hasClock = (rule: string): boolean => /BYHOUR|BYMINUTE/.test(rule);

/** Undefined if not even a repaired rule is valid. */
export function readRule(text: string, zone: string, allDay: boolean): ReadRule | undefined {
  for (const [rule, isRepaired] of [
    [text, false],
    [repaired(text, allDay), true],
  ] as const) {
    const read = ifValid(() => ruleText(parseRule(rule, zone)));
    if (read !== undefined && !(allDay && hasClock(read))) return { rule: read, isRepaired };
  }
  return undefined;
}
