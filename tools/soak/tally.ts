// Requests of a run by kind, other events that are counted, and faults.

type Counts = ReadonlyMap<string, number>;

export interface Tally {
  readonly requests: Counts;
  readonly others: Counts;
  /** Adds requests. */
  readonly count: (kind: string, requests?: number) => void;
  readonly note: (what: string, events?: number) => void;
  /** Prints it, with the time. */
  readonly fault: (text: string) => void;
  readonly faults: () => number;
  /** Of requests. */
  readonly total: () => number;
}

const maxPrinted = 50;

/** Reads that waited too long on a busy machine, and long feeds that waited for others, are refused and sent again after the time that the
 * response asks for. An unavailable database or node asks for two seconds. */
export const isShed = ({ status, headers }: Response): boolean =>
  status === 503 && ['1', '5'].includes(headers.get('retry-after') ?? '');
export const shedName = 'reads shed by a busy service and sent again';

export function openTally(): Tally {
  const [requests, others] = [new Map<string, number>(), new Map<string, number>()];
  const addTo = (counts: Map<string, number>, name: string, more: number) =>
    void counts.set(name, (counts.get(name) ?? 0) + more);
  let faults = 0;
  return {
    requests,
    others,
    count: (kind, more = 1) => addTo(requests, kind, more),
    note: (what, more = 1) => addTo(others, what, more),
    fault: (text) => {
      if (++faults <= maxPrinted) console.log(`${new Date().toISOString()} fault: ${text.slice(0, 500)}`);
    },
    faults: () => faults,
    total: () => [...requests.values()].reduce((sum, count) => sum + count, 0),
  };
}
