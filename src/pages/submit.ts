// Routes of the public form for submitting events.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notifyPending } from '../auth/notices.js';
import { clientKeyOf } from '../core/client-key.js';
import type { Context } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { Upload } from '../core/picture.js';
import { Invalid, Problem } from '../core/problem.js';
import { openSlots } from '../core/slots.js';
import type { Row, Writer } from '../core/store.js';
import { problemOf } from '../http/problem.js';
import type { Service } from '../http/service.js';
import { confirm, readLink } from '../submissions/confirm.js';
import { type Faults, type FormValues, faultsOf, valuesOf } from '../submissions/fields.js';
import { isProof, minAgeSeconds, openFormTokens, type ReadToken } from '../submissions/form-token.js';
import { isCategory } from '../submissions/new-event.js';
import { type HeldPicture, holdPicture, maxPictureBytes } from '../submissions/picture.js';
import { submit } from '../submissions/submit.js';
import { whenAndWhere } from '../submissions/when-and-where.js';
import { errorPage } from './calendar/error-page.js';
import type { PageContent } from './calendar/frame.js';
import { hrefOf } from './calendar/links.js';
import { pageRequestOf } from './calendar/page-request.js';
import { renderPage, send } from './calendar/send.js';
import { choicesFor, type FormState, formPage } from './submit/form.js';
import { confirmedPage, confirmPage, linkProblemPage, repeatedPage, sentPage, signInPage } from './submit/messages.js';
import { formOf, maxTextBytes, type SubmitRequest, submitRequestOf, textIn, uploadIn } from './submit/request.js';

/** The picture, and the texts around it. */
const bodyLimit = maxPictureBytes + maxTextBytes;

type PageResult = PageContent | { readonly redirect: string };

/** Forms with a picture whose bodies are in memory. */
const maxLargeForms = 8;
const maxLargeFormsPerClient = 2;

/** May carry a picture. */
const isLarge = ({
  'content-length': length = '0',
  'transfer-encoding': unmeasured,
}: FastifyRequest['headers']): boolean => unmeasured !== undefined || Number(length) > maxTextBytes;

/** Empty once the client has closed the connection: asked before anything is awaited. */
const addressOf = ({ ip }: { readonly ip?: string }): string => ip ?? '';

export function submitPages(app: FastifyInstance, service: Service): void {
  const tokens = openFormTokens(service.store);
  const { submissionLimiters: limiters } = service;
  const largeForms = openSlots({ total: maxLargeForms, perClient: maxLargeFormsPerClient });

  const sendError = async (raw: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
    const page = pageRequestOf(service, shapeOf(service.facades[0], 'event'), raw, {});
    return send(raw, reply, renderPage(page, await errorPage(page, problemOf(error, raw))));
  };

  /** Anyone can send large forms: they are limited before their bodies are read. */
  const limitLarge = async (raw: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!isLarge(raw.headers)) return undefined;
    const ip = addressOf(raw);
    try {
      reply.raw.once('close', largeForms.take(clientKeyOf(ip)));
      const request = await submitRequestOf(service, raw);
      if (!request.mayEnter) return await send(raw, reply, renderPage(request.page, signInPage(request)));
      const seconds = (await limiters.pictures.spend(ip)) || (await limiters.allPictures.spend(''));
      if (seconds > 0) throw new Problem('rate-limited', { seconds, headers: { 'Retry-After': String(seconds) } });
      return undefined;
    } catch (error) {
      return sendError(raw, reply, error);
    }
  };

  /** `isOpen`: also for visitors where only users may submit, since the link of a mail is opened without a session. */
  const handle =
    (work: (request: SubmitRequest, raw: FastifyRequest, ip: string) => Promise<PageResult>, isOpen = false) =>
    async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const ip = addressOf(raw);
      try {
        const request = await submitRequestOf(service, raw);
        const result = request.mayEnter || isOpen ? await work(request, raw, ip) : signInPage(request);
        if ('redirect' in result) return reply.redirect(result.redirect, 303);
        return await send(raw, reply, renderPage(request.page, result));
      } catch (error) {
        return sendError(raw, reply, error);
      }
    };

  /** An expired token is replaced, so that the form can be sent again with the same entries. */
  const showForm = async (
    request: SubmitRequest,
    form: Given,
    { token, ...state }: Partial<FormState> = {},
  ): Promise<PageContent> =>
    formPage(request, await choicesFor(request), {
      values: valuesOf(form),
      faults: {},
      ...state,
      token: token ?? (await tokens.make(request.page.call.now, request.userId)),
    });

  /** Seconds to wait, or 0. Forms without a proof of work have a lower limit. */
  async function spend(ip: string, hasProof: boolean): Promise<number> {
    const perClient = hasProof ? limiters.perClient : limiters.withoutProof;
    return (await perClient.spend(ip)) || limiters.total.spend('');
  }

  /** Why the form may come from a program; undefined if it may not. */
  const suspicion = ({ texts }: SubmitRequest, form: Given, token: ReadToken | undefined, hasProof: boolean) => {
    if (textIn(form, 'homepage') !== '') return texts.trapFilled;
    if (!token) return texts.expired;
    return hasProof || token.ageSeconds >= minAgeSeconds ? undefined : texts.tooFast;
  };

  const unknownCategory = async (context: Context, { category }: FormValues): Promise<Faults> =>
    /^\d{1,9}$/.test(category) && !(await isCategory(context, Number(category))) ? { category: 'category' } : {};

  const readPicture = (upload: Upload, alt: string): Promise<HeldPicture | 'invalid'> =>
    holdPicture(service.pictures, upload, alt).catch((error: unknown) => {
      if (error instanceof Invalid) return 'invalid';
      throw error;
    });

  const accept = async (request: SubmitRequest, raw: FastifyRequest, ip: string): Promise<PageResult> => {
    const { page, userId, texts } = request;
    const { call, context } = page;
    const form = await formOf(raw);
    const given = textIn(form, 'token');
    const token = await tokens.read(given, call.now, userId);
    const kept = token ? { token: given } : {};
    const hasProof = isProof(given, textIn(form, 'proof'));
    const problem = suspicion(request, form, token, hasProof);
    const values = valuesOf(form);
    const upload = uploadIn(form, 'picture');
    const { required } = call.site.submissions;
    const faults = {
      ...faultsOf(values, { required, zone: call.site.zone, now: call.now }),
      ...(await unknownCategory(context, values)),
      ...(upload && upload.bytes.length > maxPictureBytes && { picture: 'picture' as const }),
    };
    // Browsers do not fill in a file again.
    const hadPicture = upload !== undefined;
    if (!token || problem !== undefined || Object.keys(faults).length > 0)
      return showForm(request, form, {
        ...kept,
        ...{ faults, hadPicture, statusCode: 400 },
        ...(problem !== undefined && { problem }),
      });
    const seconds = await spend(ip, hasProof);
    const limited = { ...kept, hadPicture, problem: texts.limited, statusCode: 429 };
    if (seconds > 0) return showForm(request, form, { ...limited, headers: { 'Retry-After': String(seconds) } });
    const picture = upload && (await readPicture(upload, values.picture_alt));
    if (picture === 'invalid')
      return showForm(request, form, { ...kept, hadPicture, faults: { picture: 'picture' }, statusCode: 400 });
    const result = await submit(
      { ...context, store: service.store },
      { values, nonce: token.nonce, userId, clientKey: await tokens.clientKey(ip), picture },
      service.mail.sendsLinks(),
    );
    if (result === 'no-pictures')
      return showForm(request, form, { ...kept, faults: { picture: 'no-pictures' }, statusCode: 429 });
    if (result === 'full') return showForm(request, form, { ...limited, headers: { 'Retry-After': '3600' } });
    if (result === 'repeated') return repeatedPage(request);
    return { redirect: hrefOf(page, '/submit/sent', result === 'confirm' ? [['confirm', '1']] : []) };
  };

  app.get(
    '/submit',
    handle((request) => showForm(request, {})),
  );
  app.post('/submit', { bodyLimit, onRequest: limitLarge }, handle(accept));
  app.get(
    '/submit/sent',
    handle(async (request) => sentPage(request, request.page.query.confirm !== undefined), true),
  );
  app.get(
    '/submit/confirm',
    handle(async (request) => {
      const token = textIn(request.page.query, 'token');
      const { state, title } = await readLink(request.page.context, token);
      return state === 'open' ? confirmPage(request, title, token) : linkProblemPage(request, state);
    }, true),
  );
  app.post(
    '/submit/confirm',
    { bodyLimit: maxTextBytes },
    handle(async (request, raw) => {
      const context = { ...request.page.context, store: service.store };
      const announce = (store: Writer, event: Row) =>
        notifyPending(
          service,
          store,
          {
            title: String(event.title),
            author: Number(event.author),
            path: '/admin/review',
            about: whenAndWhere(event, context.call.site),
          },
          context.call.now,
        );
      return confirmedPage(request, await confirm(context, textIn(await formOf(raw), 'token'), announce));
    }, true),
  );
}
