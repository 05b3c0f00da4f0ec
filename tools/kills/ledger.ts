// What was asked for and what was acknowledged, and the comparison with what is stored after a crash.

export const kinds = [
  'create',
  'update',
  'delete',
  'batch',
  'series',
  'csv',
  'ical',
  'ndjson',
  'upload',
  'settings',
] as const;
export type Kind = (typeof kinds)[number];

/** States of records by their names; undefined for a record that does not exist. */
export type States = ReadonlyMap<string, string | undefined>;

/** One write that is stored as a whole or not at all, or with `isInParts` record by record. */
export interface Write {
  readonly kind: Kind;
  readonly before: States;
  readonly after: States;
  readonly isInParts?: true;
  /** Monotonic clock in nanoseconds, the same in all processes of the machine. */
  askedNs: bigint;
  acknowledgedNs?: bigint;
}

export interface Compared {
  readonly faults: readonly string[];
  /** The stored states of all named records. */
  readonly states: States;
}

const shown = (state: string | undefined): string => (state === undefined ? 'missing' : `“${state}”`);

const matches = (states: States, stored: States): boolean =>
  [...states].every(([name, state]) => stored.get(name) === state);

function partFaults({ kind, before, after }: Write, stored: States): readonly string[] {
  return [...after].flatMap(([name, state]) => {
    const found = stored.get(name);
    if (found === state || found === before.get(name)) return [];
    return [`${kind}: ${name} is ${shown(found)}, neither ${shown(before.get(name))} nor ${shown(state)}`];
  });
}

/** A write without an acknowledgement may be stored, but not half of it. */
function pendingFaults(write: Write, stored: States): readonly string[] {
  const faults = partFaults(write, stored);
  if (faults.length || write.isInParts || matches(write.after, stored) || matches(write.before, stored)) return faults;
  const done = [...write.after].filter(([name, state]) => stored.get(name) === state);
  return [`${write.kind}: ${done.length} of ${write.after.size} records are stored, such as ${done[0]?.[0]}`];
}

/** Compares the writes, in the order in which they were asked for, with what is stored. */
export function compare(writes: readonly Write[], stored: States): Compared {
  const expected = new Map<string, { readonly kind: Kind; readonly state: string | undefined }>();
  let pending: Write[] = [];
  for (const write of writes) {
    // Of a request that was sent again only the last one counts.
    pending = pending.filter(({ after }) => ![...after.keys()].some((name) => write.after.has(name)));
    if (write.acknowledgedNs === undefined) pending.push(write);
    else for (const [name, state] of write.after) expected.set(name, { kind: write.kind, state });
  }
  const isPending = new Set(pending.flatMap(({ after }) => [...after.keys()]));
  const lost = [...expected].flatMap(([name, { kind, state }]) =>
    isPending.has(name) || stored.get(name) === state
      ? []
      : [`${kind}: ${name} is ${shown(stored.get(name))}, acknowledged was ${shown(state)}`],
  );
  const names = [...expected.keys(), ...isPending];
  return {
    faults: [...lost, ...pending.flatMap((write) => pendingFaults(write, stored))],
    states: new Map(names.map((name) => [name, stored.get(name)])),
  };
}

/** The writes as they were at a moment. */
export const writesAt = (writes: readonly Write[], ns: bigint): readonly Write[] =>
  writes
    .filter(({ askedNs }) => askedNs < ns)
    .map(({ acknowledgedNs, ...write }) =>
      acknowledgedNs !== undefined && acknowledgedNs < ns ? { ...write, acknowledgedNs } : write,
    );
