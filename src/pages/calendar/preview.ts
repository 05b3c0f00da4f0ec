// The page of a preview link: an event that is not published yet, for anyone who has the link.
import { Problem } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import type { Service } from '../../http/service.js';
import { find, isVisible } from '../../operations/read.js';
import { eventByLink } from './event.js';
import type { PageContent } from './frame.js';
import { recordHref } from './links.js';
import type { PageRequest } from './page-request.js';
import { urlOf } from './queries.js';

export const previewPath = '/preview';

/** The same 404 for a link that is expired or altered, and for a record that is unknown or in the trash. */
export async function previewPage(
  { previewTokens }: Pick<Service, 'previewTokens'>,
  request: PageRequest,
): Promise<PageContent | { readonly redirect: string }> {
  const { context, call, events, query } = request;
  const token = typeof query.key === 'string' ? query.key : '';
  const id = await previewTokens.read(token, events.model.name, call.now);
  const row = id === undefined ? undefined : await findRow(request, id);
  if (!row || row.status === 'trash') throw new Problem('no-route');
  // Once it is published, the link leads to its page.
  if (await isVisible(context, events.model, row))
    return { redirect: recordHref(request, urlOf(request, events, row)) };
  return eventByLink(request, row, previewPath, [['key', token]]);
}

const findRow = ({ context, events }: PageRequest, id: number): Promise<Row | undefined> =>
  find(context, events, { id }, 'read').catch((error: unknown) => {
    if (error instanceof Problem && error.statusCode < 500) return undefined;
    throw error;
  });
