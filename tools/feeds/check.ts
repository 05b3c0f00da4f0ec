// A check of feeds: what it compared and what differs, or why it was skipped.

export interface Outcome {
  /** One line: what was compared, with numbers. */
  readonly compared: string;
  readonly differences: readonly string[];
  /** Differences that a known limit of the other program explains, by reason. */
  readonly limits?: ReadonlyMap<string, number>;
}

export interface Check {
  readonly name: string;
  /** Undefined: skipped, because `needs` is not installed. */
  readonly run: () => Promise<Outcome | undefined>;
  readonly needs: string;
}

const maxShown = 10;

/** Prints the outcome; true if nothing differs. */
export async function report({ name, run, needs }: Check): Promise<boolean> {
  const outcome = await run().catch(
    (error: unknown): Outcome => ({
      compared: 'failed',
      differences: [error instanceof Error ? error.message : String(error)],
    }),
  );
  if (!outcome) {
    console.log(`skipped    ${name}: needs ${needs}`);
    return true;
  }
  const { compared, differences, limits = new Map<string, number>() } = outcome;
  console.log(`${differences.length === 0 ? 'equal    ' : 'DIFFERENT'}  ${name}: ${compared}`);
  for (const [reason, count] of limits) console.log(`             ${count} × ${reason}`);
  for (const difference of differences.slice(0, maxShown)) console.log(`             ${difference}`);
  if (differences.length > maxShown) console.log(`             and ${differences.length - maxShown} more`);
  return differences.length === 0;
}

/** A short, visible form of any value. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

/** Compares lines in any order. */
export function sameLines(name: string, actual: readonly string[], expected: readonly string[]): Outcome {
  const [found, wanted] = [[...actual].sort(), [...expected].sort()];
  const missing = wanted.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`);
  const added = found.filter((line) => !wanted.includes(line)).map((line) => `not expected: ${line}`);
  const count = found.length === wanted.length ? [] : [`${found.length} instead of ${wanted.length}`];
  return { compared: `${wanted.length} ${name}`, differences: [...missing, ...added, ...count] };
}
