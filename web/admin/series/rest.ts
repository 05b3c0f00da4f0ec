// The recurrence of a series from one of its dates on, moved to another day. Pure.
import { moveRule } from '../widgets/recurrence/rule';
import type { Recurrence } from '../widgets/recurrence/value';
import { between, isWall, plus } from '../widgets/wall-clock';

const countPart = /;COUNT=(\d+)/;

/** The number of dates of a rule that ends after a number of dates. */
export const countOf = (rule: string): number | undefined => {
  const [, count] = countPart.exec(rule) ?? [];
  return count === undefined ? undefined : Number(count);
};

/** The rule without its own end, up to the second before `at`. */
export const endedBefore = (rule: string, at: string): string =>
  `${rule.replace(countPart, '').replace(/;UNTIL=\w+/, '')};UNTIL=${plus(at, -1).replace(/[-:]/g, '').replace(' ', 'T')}`;

/** `done` is the number of dates of the rule before `at`. */
export const restFrom = ({ rule, dates, except }: Recurrence, at: string, done: number): Recurrence => ({
  rule: rule.replace(countPart, (_, count) => `;COUNT=${Number(count) - done}`),
  dates: dates.filter(({ start }) => start >= at),
  except: except.filter((item) => item >= at.slice(0, item.length)),
});

/** Exceptions move along. Undefined if the rule has no counterpart on the other day: daily dates cannot move. */
export function movedRest(rest: Recurrence, from: string, to: string): Recurrence | undefined {
  const rule = rest.rule === '' ? '' : moveRule(rest.rule, from, to);
  if (rule === undefined || (rule !== '' && rule === rest.rule)) return undefined;
  const seconds = between(from, to);
  const moved = (item: string) =>
    isWall(item) ? plus(item, seconds) : plus(`${item} 00:00:00`, dayDifference(from, to)).slice(0, 10);
  return { ...rest, rule, except: rest.except.map(moved) };
}

const dayDifference = (from: string, to: string): number =>
  between(`${from.slice(0, 10)} 00:00:00`, `${to.slice(0, 10)} 00:00:00`);
