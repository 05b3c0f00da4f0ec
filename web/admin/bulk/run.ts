// Changes records one by one with their versions (`If-Match`), shows the progress, and undoes the changes the same way.
import { signal } from '@preact/signals';
import { ApiError, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { inBackground, toast } from '../ui/toast';
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

interface Step {
  readonly name: string;
  /** Resolves to the step that undoes this one; undefined if nothing changed. */
  readonly work: () => Promise<Step | undefined>;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 412) return texts().conflict;
  return error instanceof Error ? error.message : String(error);
};

/** Runs all steps; a failure does not stop the others. Resolves to the steps that undo them. */
async function runAll(steps: readonly Step[], labels: Pick<BulkRun, 'title' | 'failed'>): Promise<readonly Step[]> {
  stopped = false;
  const undo: Step[] = [];
  let run: BulkRun = { ...labels, done: 0, total: steps.length, failures: [], finished: false };
  bulkRun.value = run;
  for (const { name, work } of steps) {
    if (stopped) break;
    try {
      const back = await work();
      if (back) undo.push(back);
    } catch (error) {
      run = { ...run, failures: [...run.failures, { name, reason: reasonOf(error) }] };
    }
    run = { ...run, done: run.done + 1 };
    bulkRun.value = run;
  }
  bulkRun.value = run.failures.length ? { ...run, finished: true } : undefined;
  return undo;
}

function changeStep(resource: ResourceInfo, record: ApiRecord, changes: BulkChange): Step {
  const path = `/${resource.path}/${record.id}`;
  const name = nameOf(resource, record);
  const work = async (): Promise<Step | undefined> => {
    const { body: stored, etag } = await request<ApiRecord>('GET', path, { query: { context: 'edit' } });
    const body = bodyFor(stored._input ?? {}, changes);
    if (Object.keys(body).length === 0) return undefined;
    const { etag: changed } = await request('PATCH', path, { body, ifMatch: etag });
    const restore = async () => {
      await request('PATCH', path, { body: bodyBefore(stored, body), ifMatch: changed });
      return undefined;
    };
    return { name, work: restore };
  };
  return { name, work };
}

/** `changed` runs after the changes, and after they were undone. */
export async function changeAll(
  resource: ResourceInfo,
  records: readonly ApiRecord[],
  changes: BulkChange,
  changed: () => void,
): Promise<void> {
  const steps = records.map((record) => changeStep(resource, record, changes));
  const undo = await runAll(steps, { title: texts().changing, failed: texts().failed });
  changed();
  const run = async () => {
    let restored = 0;
    const counted = undo.map(({ name, work }) => ({
      name,
      work: async () => {
        await work();
        restored++;
        return undefined;
      },
    }));
    await runAll(counted, { title: texts().undoing, failed: texts().notRestored });
    if (restored) toast(texts().restored(countedOf(resource, restored)));
    changed();
  };
  if (undo.length)
    toast(texts().changed(countedOf(resource, undo.length)), {
      action: { label: texts().undo, run: () => inBackground(run()) },
    });
}
