// Numbers of records of an import, over all resources.
import type { Counts, Import } from './imports-api';

export const outcomes = ['created', 'updated', 'same', 'skipped', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export const totalsOf = ({ report }: Pick<Import, 'report'>): Readonly<Record<Outcome, number>> => {
  const sum = (outcome: Outcome) =>
    Object.values<Counts>(report.counts).reduce((total, counts) => total + (counts[outcome] ?? 0), 0);
  return {
    created: sum('created'),
    updated: sum('updated'),
    same: sum('same'),
    skipped: sum('skipped'),
    failed: sum('failed'),
  };
};
