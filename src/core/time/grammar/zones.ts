// Rules for offsets, zone names and abbreviations, and Unix seconds.
import { isZone } from '../zone-offset.js';
import type { Part, TextZone } from './part.js';
import { type Rule, rule } from './rule.js';
import { abbreviationOffset } from './words.js';

const offset = (seconds: number): TextZone => ({ kind: 'offset', seconds });

/** `+2`, `+02`, `+200`, `+0200` or `+02:00`. */
function offsetPart(sign: string | undefined, figures = ''): Part | undefined {
  const digits = figures.replace(':', '');
  const hours = Number(digits.length > 2 ? digits.slice(0, -2) : digits);
  const minutes = digits.length > 2 ? Number(digits.slice(-2)) : 0;
  if (hours > 14 || minutes > 59) return undefined;
  const seconds = hours * 3_600 + minutes * 60;
  return { kind: 'zone', zone: offset(sign === '-' ? 0 - seconds : seconds) };
}

function zoneNamed(name: string): TextZone | undefined {
  const seconds = abbreviationOffset(name);
  if (seconds !== undefined) return offset(seconds);
  return isZone(name) ? { kind: 'named', name } : undefined;
}

export const zoneRules: readonly Rule[] = [
  rule('(?:gmt|utc)?([+-])(\\d{1,2}:\\d{2}|\\d{1,4})', ([sign, figures]) => offsetPart(sign, figures)),
  rule('([a-z][a-z0-9]*(?:[/_+-][a-z0-9]+)*)', ([name = '']) => {
    const zone = zoneNamed(name);
    return zone && { kind: 'zone', zone };
  }),
  rule('\\[!?([a-z0-9_+:/-]+)\\]', ([name = '']) => {
    const zone = zoneNamed(name);
    return zone && { kind: 'zone-note', zone };
  }),
  // Mail programs and browsers add a zone name in parentheses: "+0100 (Central European Standard Time)".
  rule('\\(([a-z0-9 _+/-]+)\\)', ([name = '']) => ({ kind: 'zone-note', zone: zoneNamed(name) })),
  rule('@(-?\\d{1,15})(?:\\.\\d+)?', ([seconds]) => ({ kind: 'unix', seconds: Number(seconds) })),
];
