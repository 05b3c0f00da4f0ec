// Changes several records, shows the progress and what failed, and undoes the changes the same way.
import { signal } from '@preact/signals';
import { type Operation, type Outcome, sendAll } from '../api/batch';
import { ApiError, messageOf, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { toast } from '../ui/toast';
import { type BulkChange, bodyBefore, bodyFor } from './change';
import { countedOf } from './fields';
import { texts } from './texts';

export interface BulkFailure {
  readonly name: string;
  readonly reason: string;
}

export interface BulkRun {
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly failures: readonly BulkFailure[];
  /** Heading of the failures. */
  readonly failed: (count: number) => string;
  readonly finished: boolean;
}

/** The run that the progress dialog shows. */
export const bulkRun = signal<BulkRun | undefined>(undefined);
let stopped = false;

export const stopRun = (): void => {
  stopped = true;
};
export const closeRun = (): void => {
  bulkRun.value = undefined;
};

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

const reasonOf = (error: unknown): string => (isStale(error) ? texts().conflict : messageOf(error));

/** A change of a record. */
export interface Step {
  /** Before the change. */
  readonly record: ApiRecord;
  readonly operation: Operation;
  /** The change of the present version, if someone else has changed the record; undefined if there is nothing to do. */
  readonly again?: () => Promise<Step | undefined>;
}

interface Sent extends Outcome {
  readonly step: Step;
}

/** A run that takes longer shows its progress. */
const patienceMs = 400;

type Labels = Pick<BulkRun, 'title' | 'failed'>;

/** The version of a date without texts of its own includes that of its series: `"2.7-list"`. */
const namesSeries = ({ operation: { if_match } }: Step): boolean => if_match?.includes('.') ?? false;

/** Each change of a date gives its series another version: later dates of the same series cannot name it. */
function withValidVersions(steps: readonly Step[]): readonly Step[] {
  const changed = new Set<number>();
  return steps.map((step) => {
    const { if_match: _, ...operation } = step.operation;
    const series = step.record.occurrence_of;
    const isOutdated = series !== undefined && changed.has(series) && namesSeries(step);
    if (series !== undefined) changed.add(series);
    return isOutdated ? { ...step, operation } : step;
  });
}

async function sendAgain(resource: ResourceInfo, sent: Sent): Promise<readonly Sent[]> {
  const { again } = sent.step;
  if (!again || !isStale(sent.error)) return [sent];
  try {
    const step = await again();
    return step ? (await sendAll(resource, [step.operation])).map((outcome) => ({ ...outcome, step })) : [];
  } catch (error) {
    return [{ ...sent, error }];
  }
}

/** A failure does not stop the other changes. Resolves to the changes that were made. */
async function runAll(resource: ResourceInfo, steps: readonly Step[], labels: Labels): Promise<readonly Sent[]> {
  stopped = false;
  const run: BulkRun = { ...labels, done: 0, total: steps.length, failures: [], finished: false };
  const show = (done: number) => {
    bulkRun.value = { ...run, done };
    return !stopped;
  };
  const timer = setTimeout(() => show(0), patienceMs);
  const operations = withValidVersions(steps).map(({ operation }) => operation);
  const outcomes = await sendAll(resource, operations, show);
  clearTimeout(timer);
  const sent: Sent[] = [];
  // One by one: dates of a series change the version of each other.
  for (const [at, outcome] of outcomes.entries())
    sent.push(...(await sendAgain(resource, { ...outcome, step: steps[at] as Step })));
  const failures = sent.flatMap(({ step, error }) =>
    error === undefined ? [] : { name: nameOf(resource, step.record), reason: reasonOf(error) },
  );
  const [failure] = failures;
  if (failure && steps.length === 1) toast(failure.reason, { kind: 'failed' });
  bulkRun.value = failure && steps.length > 1 ? { ...run, done: outcomes.length, failures, finished: true } : undefined;
  return sent.filter(({ error }) => error === undefined);
}

export const runChanges = (resource: ResourceInfo, steps: readonly Step[]) =>
  runAll(resource, steps, { title: texts().changing, failed: texts().failed });

export const runUndo = (resource: ResourceInfo, steps: readonly Step[]) =>
  runAll(resource, steps, { title: texts().undoing, failed: texts().notRestored });

/** None if the record already has these values. `version`: of this state of the record. */
function stepsFor(resource: ResourceInfo, record: ApiRecord, changes: BulkChange, version: unknown): readonly Step[] {
  const path = `/${resource.path}/${record.id}`;
  const body = bodyFor(record._input ?? {}, changes);
  if (Object.keys(body).length === 0) return [];
  const again = async () => {
    const { body: now, etag } = await request<ApiRecord>('GET', path, { query: { context: 'edit' } });
    return stepsFor(resource, now, changes, etag)[0];
  };
  return [{ record, operation: { method: 'PATCH', path, body, if_match: String(version) }, again }];
}

const stepBack = ({ step: { record, operation }, etag }: Sent): Step => ({
  record,
  operation: { ...operation, body: bodyBefore(record, operation.body ?? {}), if_match: etag },
});

/** `changed` runs after the changes, and after they were undone. */
export async function changeAll(
  resource: ResourceInfo,
  records: readonly ApiRecord[],
  changes: BulkChange,
  changed: () => void,
): Promise<void> {
  const steps = records.flatMap((record) => stepsFor(resource, record, changes, record._version));
  // The first of them checks that nobody else has changed the series.
  const ordered = steps.toSorted((one, other) => Number(namesSeries(other)) - Number(namesSeries(one)));
  const done = await runChanges(resource, ordered);
  changed();
  const undo = async () => {
    // The newest change of a series has its present version.
    const restored = await runUndo(resource, done.map(stepBack).reverse());
    if (restored.length) toast(texts().restored(countedOf(resource, restored.length)));
    changed();
  };
  if (done.length) toast(texts().changed(countedOf(resource, done.length)), { undo });
}
