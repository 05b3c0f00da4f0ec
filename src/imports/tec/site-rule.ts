// The rule of a series as the site tells it: `_tribe_blocks_recurrence_rules` in the `meta` of events that were made with the
// block editor. Only its frequency, interval and end are used; the dates say the rest.
import { isObject } from '../../core/is-object.js';

export interface SiteRule {
  /** How the rule begins: `FREQ=DAILY;INTERVAL=3`. */
  readonly begins: string;
  readonly isEndless: boolean;
}

const frequencies = ['daily', 'weekly', 'monthly', 'yearly'];
const key = '_tribe_blocks_recurrence_rules';

/** Undefined if the site tells none, or several. */
export function readSiteRule(meta: unknown): SiteRule | undefined {
  const rules = isObject(meta) ? parsed(meta[key]) : undefined;
  const [rule, ...others] = Array.isArray(rules) ? rules : [];
  if (!isObject(rule) || others.length > 0 || !frequencies.includes(String(rule.type))) return undefined;
  const between = Number(rule.between ?? 1);
  if (!Number.isInteger(between) || between < 1 || between > 1_000) return undefined;
  const interval = between === 1 ? '' : `;INTERVAL=${between}`;
  return { begins: `FREQ=${String(rule.type).toUpperCase()}${interval}`, isEndless: rule.limit_type === 'never' };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
