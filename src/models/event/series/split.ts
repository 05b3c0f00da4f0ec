// Splits a series: the occurrences from one on get a new master and keep their ids.
import { all, any, is, not, since } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Model } from '../../../core/model.js';
import type { Values } from '../../../core/store.js';
import type { Wall } from '../../../core/time/clock.js';
import { expand } from '../../../core/time/expand.js';
import { type ExtraDate, ruleOf } from '../../../core/time/recurrence.js';
import { type Rule, ruleText } from '../../../core/time/rule.js';
import { endRuleBefore } from '../../../core/time/rule-edit.js';
import type { EventRow } from '../columns.js';
import type { SeriesRule } from '../series-rule.js';
import type { SeriesWrites } from './master.js';
import { touchMaster } from './occurrence.js';
import { datesAt, occurrenceTable, ruleOfMaster } from './rows.js';

/** The rule up to an occurrence, and from it on. */
export function splitRule(rule: SeriesRule, at: Wall): { readonly before: SeriesRule; readonly after: SeriesRule } {
  const whole = ruleOf(rule);
  const parts = whole && endRuleBefore(whole, rule.start, at);
  const ruleTextOf = (part: Rule | undefined) => (part ? ruleText(part) : '');
  const [next] = parts?.after && whole ? expand(whole, rule.start, { from: at, limit: 1 }) : [];
  // Without a rule the start is a date itself.
  const startIsBefore = whole ? parts?.before !== undefined : rule.start < at;
  const isBefore = ({ start }: ExtraDate) => start < at;
  const dates = rule.dates.filter(isBefore);
  const start = startIsBefore ? rule.start : dates[0]?.start;
  // An exception of a whole day may be needed on both sides.
  const except = rule.except.filter((moment) => moment <= at.slice(0, moment.length));
  return {
    before: {
      ...rule,
      start: start ?? rule.start,
      rule: ruleTextOf(parts?.before),
      dates,
      // Dates of an earlier rule can be all that is left.
      except: start === undefined ? [...except, rule.start] : except,
    },
    after: {
      ...rule,
      start: next ?? (startIsBefore || whole ? at : rule.start),
      rule: ruleTextOf(parts?.after),
      dates: rule.dates.filter((date) => !isBefore(date)),
      except: rule.except.filter((moment) => moment >= at.slice(0, moment.length)),
    },
  };
}

/** The values of a master whose series ends earlier. An extra date before the rule can be its new start. */
export const endedBy = (rule: SeriesRule, master: EventRow): Values => ({
  ...datesAt({ start: rule.start }, master),
  recurrence: rule,
  horizon: '',
});

/** Whether no earlier date is left outside the trash. */
export async function isFirst({ store }: WriteContext, row: EventRow): Promise<boolean> {
  const where = all(is('series', row.series), any(is('id', row.id), not(is('status', 'trash'))));
  const order = [{ column: 'original_start' }];
  const [first] = await store.list({ table: occurrenceTable, where, order, limit: 1 });
  return first?.id === row.id;
}

/** Returns the new master. */
export async function splitSeries(
  context: WriteContext,
  model: Model,
  { content }: SeriesWrites,
  master: EventRow,
  row: EventRow,
): Promise<EventRow> {
  const { store } = context;
  const { before, after } = splitRule(ruleOfMaster(master), row.original_start);
  const following = (await content.copy(context, model, master.id, {
    // An extra date has a length of its own, which is not that of the series.
    ...datesAt({ start: after.start }, master),
    recurrence: { ...after, follows: master.id },
    version: 1,
    uid: '',
    modified_utc: context.call.now,
  })) as EventRow;
  const moved = all(is('series', master.id), since('original_start', row.original_start));
  await store.updateWhere(model, all(moved, is('content_id', master.id)), { content_id: following.id });
  await store.updateWhere(model, moved, { series: following.id });
  await touchMaster(context, model, master, endedBy(before, master));
  return following;
}
