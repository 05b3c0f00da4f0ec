// An event as the API shows it to its reviewer.
import type { Context } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { localized } from '../core/language.js';
import { type MailUrl, mailUrl } from '../core/mail.js';
import { type Presented, present, recordView } from '../core/present.js';
import type { Row } from '../core/store.js';
import { hydratedRow } from '../operations/read.js';

export async function eventBody(context: Context, row: Row): Promise<Presented> {
  const { call } = context;
  const shape = shapeOf(call.facade, 'event');
  const hydrated = await hydratedRow(context, shape, row);
  return present(shape.body, localized(hydrated, shape.model, call), recordView(row, call, 'read'));
}

export const eventUrl = async (context: Context, row: Row): Promise<string> =>
  String((await eventBody(context, row)).url);

/** The page of an event in a mail. */
export async function eventMailUrl(context: Context, row: Row): Promise<MailUrl | undefined> {
  const { call } = context;
  const { publicUrl } = call.site;
  if (publicUrl === '') return undefined;
  const url = await eventUrl({ ...context, call: { ...call, site: { ...call.site, baseUrl: publicUrl } } }, row);
  return mailUrl(call.site, url.slice(publicUrl.length));
}
