// The home page with settings that are not saved yet: the console shows it beside the form.
import { may } from '../../core/actor.js';
import { shapeOf } from '../../core/facade.js';
import { type Given, readFields } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import type { Site } from '../../core/site.js';
import type { Service } from '../../http/service.js';
import type { PageRequest } from './page-request.js';

export const settingsPreviewPath = '/preview/settings';

/** Few events, so that the footer can be seen. */
const previewedEvents = 3;

/** For administrators; the page does not exist for others. Values that are not valid yet are ignored. */
export async function previewedSite(
  { liveSite }: Pick<Service, 'liveSite'>,
  { call, pageSite, query }: PageRequest,
): Promise<Site> {
  if (!may(call.actor, 'administer')) throw new Problem('no-route');
  const { fields } = shapeOf(pageSite.native, 'settings');
  const { given } = readFields(fields, objectIn(query.values), call, false);
  return { ...(await liveSite.preview(given)), eventsPerPage: previewedEvents };
}

function objectIn(text: unknown): Given {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
