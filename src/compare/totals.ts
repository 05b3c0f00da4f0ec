// Totals of both sides: the records of whole lists, and compared events by status. A kind of record that is doubled or lost is seen
// here at once, among however many differences.
import { valueAt } from './deviations/deviation.js';
import type { SideResponse } from './response.js';

export interface Total {
  readonly name: string;
  readonly old: number;
  readonly new: number;
}

export interface Totals {
  readonly add: (
    route: string,
    path: string,
    responses: { readonly old: SideResponse; readonly new: SideResponse },
  ) => void;
  readonly all: () => readonly Total[];
}

/** Lists with other parameters are parts of a list. A list of events without dates begins today. */
const wholeList = /^(per_page|start_date=1971-01-01|end_date=2100-12-31)/;
const maxNames = 100;

function isWhole(route: string, path: string): boolean {
  const parameters = (path.split('?')[1] ?? '').split('&').filter((one) => one !== '');
  const [, name] = /\/tribe\/events\/v1\/([a-z]+)$/.exec(route) ?? [];
  if (name === undefined || !parameters.every((one) => wholeList.test(one))) return false;
  return name !== 'events' || parameters.filter((one) => /^(start|end)_date/.test(one)).length === 2;
}

export function newTotals(): Totals {
  const totals = new Map<string, Total>();
  const count = (name: string, old: number, now: number): void => {
    const known = totals.get(name) ?? { name, old: 0, new: 0 };
    if (totals.size < maxNames || totals.has(name))
      totals.set(name, { name, old: known.old + old, new: known.new + now });
  };
  return {
    add: (route, path, { old, new: now }) => {
      if (isWhole(route, path)) {
        const name = route.split('/').at(-1) ?? '';
        if (!totals.has(name)) count(name, totalOf(old), totalOf(now));
      }
      if (!/\/tribe\/events\/v1\/events\/\{id\}$/.test(route)) return;
      const statuses = [statusOf(old), statusOf(now)];
      for (const status of new Set(statuses))
        if (status !== '') count(status, Number(statuses[0] === status), Number(statuses[1] === status));
    },
    all: () => [...totals.values()],
  };
}

const totalOf = ({ body }: SideResponse): number => Number(valueAt(body, ['total'])) || 0;

/** `EventCancelled` of schema.org. */
const statusOf = ({ body }: SideResponse): string =>
  /Event[A-Za-z]{1,40}$/.exec(String(valueAt(body, ['json_ld', 'eventStatus']) ?? ''))?.[0] ?? '';
