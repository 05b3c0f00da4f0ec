// Reads an old site in the order in which its records refer to each other, once if the site lists the times of change of all
// events: what changed meanwhile is read again at the end of the pass. Otherwise sweeps read everything again until nothing has
// changed, as after an interruption; they return only what is new or changed.
import type { Given } from '../../core/field.js';
import type { SiteClient } from './client.js';
import { eventSteps } from './event-steps.js';
import { listSteps } from './list-steps.js';
import type { TecOptions } from './options.js';
import type { TecPage } from './page.js';
import { type ReadOptions, Session } from './session.js';
import type { Step } from './step.js';

/** After the first pass. A site that changes all the time is read by the next import. */
const maxSweeps = 3;

interface Position {
  readonly sweep: number;
  readonly step: number;
  readonly page: number;
}

/** Steps are found by name, so that a later version can resume an import of this one. */
function positionIn(steps: readonly Step[], { sweep, step, page }: Given): Position {
  const at = steps.findIndex(({ name }) => name === step);
  return { sweep: Number(sweep) || 0, step: Math.max(0, at), page: at < 0 ? 1 : Number(page) || 1 };
}

export const readOldSite = (client: SiteClient, options: TecOptions, more: ReadOptions) =>
  async function* read(from: Given): AsyncGenerator<TecPage> {
    const session = new Session(client, options, more);
    const steps = [...listSteps, ...eventSteps].filter(({ resource }) => options.only?.includes(resource) ?? true);
    const begin = positionIn(steps, from);
    for (let { sweep } = begin; sweep <= maxSweeps; sweep++) {
      const isFirst = sweep === begin.sweep;
      session.startSweep();
      for (const [at, step] of steps.entries()) {
        if (isFirst && at < begin.step) continue;
        const page = isFirst && at === begin.step ? begin.page : 1;
        for await (const { next, ...found } of step.read(session, page)) {
          const position = next === undefined ? afterStep(steps, at, sweep) : { sweep, step: step.name, page: next };
          yield { ...found, position };
        }
      }
      const isTrial = options.limit !== undefined;
      const isWhole = !isFirst || (begin.step === 0 && begin.page === 1);
      const isSteady = isWhole && session.hasAllRows ? !session.isUnsteady : sweep > 0 && session.changes === 0;
      const isLast = isTrial || isSteady || sweep === maxSweeps;
      if (!isLast) continue;
      const { shortfalls: warnings } = session;
      if (warnings.length && !isTrial) yield { records: [], warnings, position: afterStep(steps, steps.length, sweep) };
      return;
    }
  };

const afterStep = (steps: readonly Step[], at: number, sweep: number): Given => {
  const next = steps[at + 1];
  return next ? { sweep, step: next.name, page: 1 } : { sweep: sweep + 1, step: steps[0]?.name ?? '', page: 1 };
};
