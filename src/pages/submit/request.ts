// A request for a page about submissions: its texts, and whether the caller may submit events.
import type { FastifyRequest } from 'fastify';
import { shapeOf } from '../../core/facade.js';
import type { Given } from '../../core/field.js';
import { Upload } from '../../core/picture.js';
import { Problem } from '../../core/problem.js';
import { readForm, readParts } from '../../http/input.js';
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

/** Bytes of the texts of a form, each character percent-encoded. */
export const maxTextBytes = 262_144;

/** The fields of a form that was sent, with a file as an `Upload`; empty for any other body. */
export async function formOf({ body, headers }: FastifyRequest): Promise<Given> {
  const type = headers['content-type'] ?? '';
  if (!Buffer.isBuffer(body)) return {};
  if (/^multipart\/form-data\b/i.test(type)) {
    const parts = await readParts(body, type);
    const texts = Object.values(parts).filter((value) => typeof value === 'string');
    if (texts.reduce((sum, text) => sum + text.length, 0) > maxTextBytes) throw tooLarge();
    return parts;
  }
  if (!type.startsWith('application/x-www-form-urlencoded')) return {};
  if (body.length > maxTextBytes) throw tooLarge();
  return readForm(body.toString('utf8'));
}

const tooLarge = (): Problem => new Problem('too-large', { limit: '256 KiB' });

/** A form without a chosen file has an empty one. */
export function uploadIn(form: Given, name: string): Upload | undefined {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return value instanceof Upload && value.bytes.length > 0 ? value : undefined;
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
