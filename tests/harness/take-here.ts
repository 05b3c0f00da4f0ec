// Takes over a site in this process, with the credentials of its administrator.
import { contextWithSettings, openFiles } from '../../src/app.js';
import { operator } from '../../src/core/actor.js';
import { defaultTecOptions, type TecOptions } from '../../src/imports/tec/options.js';
import { openOldSite } from '../../src/imports/tec/site.js';
import { takeOver } from '../../src/imports/tec/takeover.js';
import { openPictures } from '../../src/media/pictures.js';
import { guardedFetch, type Options, openGuardedClient } from '../../src/net/fetch.js';
import { type OldSite, oldCredentials } from './old-site/server.js';
import type { World } from './world.js';

const loopback: Options = { allow: (address) => address === '127.0.0.1' };

type Here = Pick<World, 'config' | 'store'>;

/** The site as an import in this process reads it. */
export async function openHere({ config, store }: Here, site: OldSite, images: TecOptions['images'] = 'none') {
  const { user, password } = oldCredentials.administrator;
  const tec: TecOptions = { ...defaultTecOptions, site: site.url, user, password, rate: 100_000, images };
  const request = openGuardedClient(4, loopback).request;
  const old = await openOldSite(tec, { request });
  const pictures = openPictures(openFiles(config), guardedFetch(loopback));
  return { context: { ...(await contextWithSettings(config, store, operator)), pictures }, old, tec };
}

/** The report, with the sums of its counts. */
export async function takeHere(world: Here, site: OldSite, isFirst = true, images: TecOptions['images'] = 'none') {
  const { context, old, tec } = await openHere(world, site, images);
  const { report } = await takeOver(context, world.store, old, { tec, isFirst });
  const sum = (outcome: 'created' | 'updated' | 'failed') =>
    Object.values(report.counts).reduce((total, counts) => total + counts[outcome], 0);
  return { ...report, created: sum('created'), updated: sum('updated'), failed: sum('failed') };
}
