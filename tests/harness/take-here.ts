// Takes over a site in this process, with the credentials of its administrator.
import { contextWithSettings } from '../../src/app.js';
import { operator } from '../../src/core/actor.js';
import { defaultTecOptions, type TecOptions } from '../../src/imports/tec/options.js';
import { openOldSite } from '../../src/imports/tec/site.js';
import { takeOver } from '../../src/imports/tec/takeover.js';
import { openGuardedClient } from '../../src/net/fetch.js';
import { type OldSite, oldCredentials } from './old-site/server.js';
import type { World } from './world.js';

/** The report, with the sums of its counts. */
export async function takeHere({ config, store }: Pick<World, 'config' | 'store'>, site: OldSite, isFirst = true) {
  const { user, password } = oldCredentials.administrator;
  const tec: TecOptions = { ...defaultTecOptions, site: site.url, user, password, rate: 100_000, images: 'none' };
  const request = openGuardedClient(4, { allow: (address) => address === '127.0.0.1' }).request;
  const old = await openOldSite(tec, { request });
  const context = await contextWithSettings(config, store, operator);
  const { row } = await takeOver(context, store, old, { tec, isFirst });
  const sum = (outcome: 'created' | 'updated' | 'failed') =>
    Object.values(row.report.counts).reduce((total, counts) => total + counts[outcome], 0);
  return { ...row.report, created: sum('created'), updated: sum('updated'), failed: sum('failed') };
}
