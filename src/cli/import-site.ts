// What the commands that read an old site share: store, lease, settings, progress and signals.
import { InvalidArgumentError } from 'commander';
import { contextWithSettings, now, openFiles } from '../app.js';
import { requireUser } from '../auth/accounts.js';
import type { Config } from '../config.js';
import { operator } from '../core/actor.js';
import { messageOf } from '../core/error.js';
import type { Store } from '../core/store.js';
import { isGone, type Lease, renewEveryMs, SourceBusy, self, takeLease } from '../imports/lease.js';
import { isMirror, newestImport } from '../imports/mirrored.js';
import type { ImportRow } from '../imports/tables.js';
import { SiteUnreadable } from '../imports/tec/client.js';
import { ListRefused } from '../imports/tec/lists.js';
import { endMirror, type MirroredSite, mirror, sweep } from '../imports/tec/mirror.js';
import { sourceOf, type TecOptions } from '../imports/tec/options.js';
import { openOldSite } from '../imports/tec/site.js';
import { takeOver } from '../imports/tec/takeover.js';
import { openPictures } from '../media/pictures.js';
import { guardedFetch, openGuardedClient } from '../net/fetch.js';
import { allowNamedHost } from '../net/named-host.js';
import { CommandError } from './command-error.js';
import { withoutControls } from './import-report.js';
import { progressOn } from './progress.js';
import type { Terminal } from './terminal.js';
import { untilInterrupted } from './until-interrupted.js';
import { withStore } from './with-store.js';

export interface Site {
  readonly options: TecOptions;
  /** Name of the user who becomes the author of everything. */
  readonly author?: string;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly isDryRun?: boolean;
}

export interface Steps {
  /** Once. A source that is mirrored stays so. */
  readonly takeOver: () => Promise<ImportRow>;
  readonly mirror: (everyMs: number) => Promise<ImportRow>;
  /** The last sweep. */
  readonly finish: () => Promise<ImportRow>;
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const maxEveryMs = 24 * 3_600_000;

/** Milliseconds. */
export function readEvery(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  if (!(milliseconds <= maxEveryMs))
    throw new InvalidArgumentError('Give a number with s, m or h, up to 24h, such as 5m.');
  return milliseconds;
}

/** Renewed by time too: one page can take long. */
async function withLease<Result>(store: Store, source: string, work: (lease: Lease) => Promise<Result>) {
  const lease = await takeLease(store, source, self, isGone).catch((error: unknown) => {
    throw error instanceof SourceBusy ? new CommandError(`${error.message} Stop it first.`) : error;
  });
  const timer = setInterval(() => lease.renew().catch(() => undefined), renewEveryMs);
  try {
    return await work(lease);
  } finally {
    clearInterval(timer);
    await lease.release();
  }
}

export function withTakeover(
  terminal: Terminal,
  site: Site,
  work: (steps: Steps) => Promise<ImportRow>,
): Promise<ImportRow> {
  return untilInterrupted('Interrupted. Run the same command again to continue.', (signal) =>
    withStore(terminal, async (store, config) => {
      const source = sourceOf(new URL(site.options.site));
      const author = site.author === undefined ? undefined : (await requireUser(store, site.author)).id;
      const run = async (lease?: Lease) => {
        const row = await work(await stepsOf(terminal, store, config, { ...site, signal, lease, author: author }));
        if (signal.aborted && row.state === 'running') throw signal.reason;
        return row;
      };
      try {
        // A dry run writes nothing, so it needs no lease.
        return await (site.isDryRun ? run() : withLease(store, source, run));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw isOfSite(error) ? new CommandError(withoutControls(`${error.message}.`)) : error;
      } finally {
        if (!site.isDryRun) await store.updateStatistics();
      }
    }),
  );
}

/** The site cannot be read, or not with these rights. */
const isOfSite = (error: unknown): error is Error => error instanceof SiteUnreadable || error instanceof ListRefused;

interface Running extends Omit<Site, 'author'> {
  readonly signal: AbortSignal;
  readonly lease: Lease | undefined;
  readonly author: number | undefined;
}

async function stepsOf(
  { screen, info }: Terminal,
  store: Store,
  config: Config,
  { options: tec, signal, lease, author, ...site }: Running,
): Promise<Steps> {
  const reach = tec.allowPrivate ? await allowNamedHost(tec.site) : {};
  const request = openGuardedClient(tec.concurrency, reach).request;
  const oldSite: MirroredSite = await openOldSite(tec, { request, signal });
  const pictures = openPictures(openFiles(config), guardedFetch(reach));
  const context = { ...(await contextWithSettings(config, store, operator)), pictures };
  const progress = progressOn(screen);
  const common = {
    ...{ tec, signal, now },
    overwrite: site.overwrite ?? false,
    ...(author !== undefined && { author }),
    ...(lease && { check: lease.renew }),
    onProgress: ({ label, done, total }: { label: string; done: number; total?: number }) =>
      progress.show({ name: label, done, total: total ?? done, unit: 'records' }),
  };
  const once = async (): Promise<ImportRow> => {
    const { isDryRun = false, resume = true } = site;
    const newest = await newestImport(store, oldSite.source);
    if (newest && isMirror(newest) && !isDryRun) return sweep(context, store, oldSite, common);
    const isFirst = newest?.state !== 'finished';
    return takeOver(context, store, oldSite, { ...common, isDryRun, resume, isFirst });
  };
  const ended = <Result>(work: Promise<Result>): Promise<Result> => work.finally(progress.end);
  return {
    takeOver: () => ended(once()),
    mirror: (everyMs) =>
      ended(
        mirror(context, store, oldSite, {
          ...common,
          everyMs,
          onSweep: (result) => {
            progress.end();
            info(
              result instanceof Error ? `The sweep failed: ${withoutControls(messageOf(result))}` : sweptText(result),
            );
          },
        }),
      ),
    finish: async () => {
      const row = await ended(sweep(context, store, oldSite, common));
      return signal.aborted ? row : ((await endMirror(store, oldSite.source, now())) ?? row);
    },
  };
}

/** One line for the journal. */
function sweptText({ report: { counts }, changed_utc }: ImportRow): string {
  const sum = (outcome: 'created' | 'updated' | 'failed') =>
    Object.values(counts).reduce((total, byOutcome) => total + byOutcome[outcome], 0);
  return `${changed_utc} UTC: mirrored. So far ${sum('created')} created, ${sum('updated')} updated, ${sum('failed')} failed.`;
}
