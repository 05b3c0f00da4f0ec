// Routes of the public calendar. Errors are pages, too.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';
import type { CacheEntry } from '../http/cache-entry.js';
import { openPageEntry } from '../http/cached-page.js';
import { deliverFound } from '../http/deliver.js';
import { readForm } from '../http/input.js';
import { problemOf } from '../http/problem.js';
import { queryText, readPath } from '../http/request.js';
import type { Service } from '../http/service.js';
import { dayPage } from './calendar/day.js';
import { monthOf, readDay, readMonth, readWeek } from './calendar/days.js';
import { embedErrorRequest, embedPage } from './calendar/embed.js';
import { embeddedDates, embeddedEvent } from './calendar/embed-event.js';
import { readEmbedStyle } from './calendar/embed-style.js';
import { embeddedErrorPage, errorPage } from './calendar/error-page.js';
import { eventPage } from './calendar/event.js';
import { linked, readFilters } from './calendar/filters.js';
import { homePage } from './calendar/home.js';
import { dayPath, monthPath, viewHref, weekPath, withoutDate } from './calendar/links.js';
import { listPage } from './calendar/list.js';
import { monthPage } from './calendar/month.js';
import { type PageRequest, pageRequestOf, signedInRequest } from './calendar/page-request.js';
import { placesPage } from './calendar/places.js';
import { type PageOrRedirect, plainUrlPage } from './calendar/plain-url.js';
import { previewPage, previewPath } from './calendar/preview.js';
import { categoryPage, organizerPage, tagPage, venuePage } from './calendar/record.js';
import { type RenderOptions, renderPage, send } from './calendar/send.js';
import { allDatesPage } from './calendar/series.js';
import { eventPaths } from './calendar/series-path.js';
import { previewedSite, settingsPreviewPath } from './calendar/settings-preview.js';
import { weekPage } from './calendar/week.js';
import { answerOldPath, pageOrOldAddress } from './old-urls/answer.js';
import { apiDiscoveryHeaders, pageSiteOf } from './page-site.js';

/** The variable parts of a path. Most pages have only `part`. */
interface PathParams {
  readonly part: string;
  readonly day?: string;
  readonly number?: string;
}

type PageHandler = (
  pageRequest: PageRequest,
  part: string,
  signedIn: () => Promise<PageRequest>,
  params: PathParams,
) => Promise<PageOrRedirect>;

/** 404 for a path that names no month, week or day within the calendar's years. */
function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('no-route');
  return value;
}

/** Redirects to the path of the day in the query, or of today. */
const onDay =
  (pathOf: (day: string) => string): PageHandler =>
  async (pageRequest) => {
    const filters = readFilters(pageRequest.query);
    return { redirect: viewHref(pageRequest, withoutDate(filters), pathOf(filters.date ?? pageRequest.today)) };
  };

/** The home page, and the plain URLs of records. */
const home: PageHandler = (pageRequest, _, signedIn) => {
  const { post_type: type, p: id } = pageRequest.query;
  return type === undefined && id === undefined ? homePage(pageRequest) : plainUrlPage(pageRequest, signedIn);
};

const event =
  (password?: string): PageHandler =>
  (pageRequest, slug, _, { day, number }) =>
    eventPage(pageRequest, { slug, day, number }, password);

const pages: Readonly<Record<string, PageHandler>> = {
  '/': home,
  '/calendar': (pageRequest) => listPage(pageRequest),
  '/calendar/list': (pageRequest) => listPage(pageRequest),
  '/calendar/places': (pageRequest) => placesPage(pageRequest),
  '/calendar/month': onDay((day) => monthPath(monthOf(day))),
  '/calendar/month/:part': (pageRequest, month) => monthPage(pageRequest, orNotFound(readMonth(month))),
  '/calendar/week': onDay(weekPath),
  '/calendar/week/:part': (pageRequest, week) =>
    weekPage(pageRequest, orNotFound(readWeek(week, pageRequest.locale.weekStart))),
  '/calendar/day': onDay(dayPath),
  '/calendar/day/:part': (pageRequest, day) => dayPage(pageRequest, orNotFound(readDay(day))),
  ...Object.fromEntries(eventPaths.map((path) => [path, event()])),
  '/event/:part/all': allDatesPage,
  '/venue/:part': (pageRequest, slug) => venuePage(pageRequest, { slug }),
  '/organizer/:part': (pageRequest, slug) => organizerPage(pageRequest, { slug }),
  '/events/category/*': categoryPage,
  '/tag/:part': tagPage,
};

/** For iframes on other sites. */
const embeddedPages: Readonly<Record<string, PageHandler>> = {
  '/embed': (pageRequest) => embedPage(pageRequest),
  ...Object.fromEntries(
    eventPaths.map((path): [string, PageHandler] => [
      `/embed${path}`,
      (pageRequest, slug, _, { day, number }) => embeddedEvent(pageRequest, { slug, day, number }),
    ]),
  ),
  '/embed/event/:part/all': embeddedDates,
};

export function calendarPages(app: FastifyInstance, service: Service): void {
  const events = shapeOf(service.facades[0], 'event');

  const handle =
    (handler: PageHandler, embedded = false) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        const pageRequest = pageRequestOf(service, events, request, readForm(queryText(request.url)));
        const page = () => showPage(request, reply, pageRequest, handler, embedded);
        return await (embedded ? page() : pageOrOldAddress(service, request, reply, pageRequest, page));
      } catch (error) {
        return embedded ? sendEmbeddedError(request, reply, error) : sendError(request, reply, error);
      }
    };

  const showPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pageRequest: PageRequest,
    handler: PageHandler,
    embedded: boolean,
  ): Promise<FastifyReply> => {
    const withoutEmpty = urlWithoutEmptyFields(pageRequest, request);
    if (withoutEmpty !== undefined) return reply.redirect(withoutEmpty, 302);
    const entry = await openPageEntry(service, request, pageRequest.query, pageRequest.call);
    if (entry.found) return await deliverFound(request, reply, entry.found);
    const show = (by: PageRequest, params: PathParams) =>
      handler(by, params.part, () => signedInRequest(service, request, pageRequest), params);
    const options = embedded ? { embedded: readEmbedStyle(pageRequest.query) } : {};
    try {
      return await renderAndSend(request, reply, pageRequest, show, entry, options);
    } finally {
      entry.end();
    }
  };

  /** Ignores the query, which may be the error. */
  const sendError = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const pageRequest = pageRequestOf(service, events, request, {});
    return send(request, reply, renderPage(pageRequest, await errorPage(pageRequest, problemOf(error, request))));
  };

  /** In the language and the theme of the query, as far as these are valid. */
  const sendEmbeddedError = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const requestFor = (query: Given) => pageRequestOf(service, events, request, query);
    const { request: pageRequest, style } = embedErrorRequest(request.url, requestFor);
    const content = embeddedErrorPage(pageRequest, problemOf(error, request));
    return send(request, reply, renderPage(pageRequest, content, { embedded: style }));
  };

  for (const [url, handler] of Object.entries(pages)) app.get(url, handle(handler));
  for (const [url, handler] of Object.entries(embeddedPages)) app.get(url, handle(handler, true));
  // From the primary database: a replica may not have a new draft yet.
  app.get(
    previewPath,
    handle((request) => previewPage(service, { ...request, context: { ...request.context, store: service.store } })),
  );
  app.get(settingsPreviewPath, async (request, reply) => {
    try {
      const asked = pageRequestOf(service, events, request, readForm(queryText(request.url)));
      const site = await previewedSite(service, await signedInRequest(service, request, asked));
      const unsaved = { ...service, liveSite: { ...service.liveSite, current: () => site } };
      const pageRequest = pageRequestOf(unsaved, events, request, {});
      const content = { ...(await homePage(pageRequest)), isPrivate: true as const, noindex: true };
      const previewed = asked.query.theme === 'dark' ? 'dark' : 'light';
      return await send(request, reply, renderPage(pageRequest, content, { previewed }));
    } catch (error) {
      return sendError(request, reply, error);
    }
  });
  for (const path of eventPaths) app.post(path, (request, reply) => handle(event(passwordIn(request)))(request, reply));
  // Browsers get the 404 as a page, other clients as JSON.
  const sendMissing = (request: FastifyRequest, reply: FastifyReply) =>
    /\btext\/html\b/.test(request.headers.accept ?? '')
      ? sendError(request, reply, new Problem('no-route'))
      : reply.headers(apiDiscoveryHeaders(pageSiteOf(service, request))).callNotFound();

  app.get('/*', async (request, reply) => {
    try {
      const pageRequest = pageRequestOf(service, events, request, readForm(queryText(request.url)));
      if (await answerOldPath(service, request, reply, pageRequest)) return reply;
      return sendMissing(request, reply);
    } catch (error) {
      return sendError(request, reply, error);
    }
  });
}

/** Renders a page with a reader that records its cache dependencies. */
async function renderAndSend(
  request: FastifyRequest,
  reply: FastifyReply,
  pageRequest: PageRequest,
  show: (pageRequest: PageRequest, params: PathParams) => ReturnType<PageHandler>,
  { reader = pageRequest.context.store, put }: CacheEntry,
  options?: RenderOptions,
): Promise<FastifyReply> {
  const params: Partial<PathParams> & { readonly '*'?: string } = readPath(request.params);
  const recorded = { ...pageRequest, context: { ...pageRequest.context, store: reader } };
  const result = await show(recorded, { ...params, part: params.part ?? params['*'] ?? '' });
  if ('redirect' in result) return reply.redirect(result.redirect, result.statusCode ?? 302);
  return send(request, reply, renderPage(pageRequest, result, options), put);
}

/** Forms also send empty fields, and lists of checkboxes: a redirect removes the former and joins the latter. */
function urlWithoutEmptyFields({ query, pageSite }: PageRequest, { url, method }: FastifyRequest): string | undefined {
  const isText = (value: unknown) => typeof value === 'string';
  const pairs = Object.entries(query).map(([name, value]) =>
    name in linked && Array.isArray(value) && value.every(isText) ? [name, value.join(',')] : [name, value],
  );
  const filled = pairs.filter((pair): pair is [string, string] => isText(pair[1]) && pair[1] !== '');
  const isClean = filled.length === pairs.length && Object.values(query).every(isText);
  if (isClean || method === 'POST' || !pairs.every(([, value]) => isText(value))) return undefined;
  const path = url.slice(0, url.indexOf('?')).replace(/^\/+/, '/');
  const text = new URLSearchParams(filled).toString();
  return `${pageSite.path}${path}${text && `?${text}`}`;
}

function passwordIn({ body }: FastifyRequest): string {
  const { password } = Buffer.isBuffer(body) ? readForm(body.toString('utf8')) : {};
  return typeof password === 'string' ? password : '';
}
