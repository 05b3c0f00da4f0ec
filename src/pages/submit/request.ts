// A request for a page about submissions: its texts, and whether the caller may submit events.
import type { FastifyRequest } from 'fastify';
import { shapeOf } from '../../core/facade.js';
import type { Given } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import { readForm } from '../../http/input.js';
import { queryText } from '../../http/request.js';
import type { Service } from '../../http/service.js';
import { type Texts, textsFor } from '../../i18n/texts.js';
import type { PageContent } from '../calendar/frame.js';
import { type PageRequest, pageRequestOf, signedInRequest } from '../calendar/page-request.js';

export interface SubmitRequest {
  /** Anonymous: what the form offers is public. */
  readonly page: PageRequest;
  readonly texts: Texts['submit'];
  /** The signed-in user where only users may submit events, else 0. */
  readonly userId: number;
  readonly mayEnter: boolean;
}

/** 404 while submissions are off. */
export async function submitRequestOf(service: Service, request: FastifyRequest): Promise<SubmitRequest> {
  const page = pageRequestOf(service, shapeOf(service.facades[0], 'event'), request, readForm(queryText(request.url)));
  const { submitters } = page.pageSite.site;
  if (submitters === 'nobody') throw new Problem('no-route');
  const userId = submitters === 'users' ? (await signedInRequest(service, request, page)).call.actor.id : 0;
  return {
    page: { ...page, context: { ...page.context, store: service.store } },
    texts: textsFor(page.call.language).submit,
    userId,
    mayEnter: submitters === 'anyone' || userId > 0,
  };
}

/** The fields of a form that was sent; empty for any other body. */
export function formOf({ body, headers }: FastifyRequest): Given {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return isForm && Buffer.isBuffer(body) ? readForm(body.toString('utf8')) : {};
}

export const textIn = (form: Given, name: string): string => {
  const value = Object.hasOwn(form, name) ? form[name] : '';
  return typeof value === 'string' ? value : '';
};

/** Pages with a token or about a single submission are never cached. */
export const submitContent = (
  { page }: SubmitRequest,
  content: Pick<PageContent, 'title' | 'main' | 'statusCode' | 'headers'>,
): PageContent => ({
  ...content,
  path: '/submit/',
  json: `${page.pageSite.site.baseUrl}${page.pageSite.native.prefix}/events`,
  isPrivate: true,
});
