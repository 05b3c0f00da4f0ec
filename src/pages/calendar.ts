// The public calendar: which page stands at which address. Whatever goes wrong is told on a page, too.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/problem.js';
import type { CacheEntry } from '../http/cache-entry.js';
import { openPageEntry } from '../http/cached-page.js';
import { deliver } from '../http/deliver.js';
import { readForm } from '../http/input.js';
import { problemOf } from '../http/problem.js';
import { queryText } from '../http/request.js';
import type { Service } from '../http/service.js';
import type { RecordKey } from '../operations/read.js';
import { readRecord, readShut } from './calendar/ask.js';
import { dayPage } from './calendar/day.js';
import { monthOf, readDay, readMonth, readWeek } from './calendar/days.js';
import { embedLook, embedPage, themeOf } from './calendar/embed.js';
import { eventPage, eventPreview } from './calendar/event.js';
import { calendarEvents } from './calendar/events.js';
import { readFilters } from './calendar/filters.js';
import type { Sheet } from './calendar/frame.js';
import { dayPath, monthPath, recordHref, viewHref, weekPath, withoutDate } from './calendar/links.js';
import { listPage } from './calendar/list.js';
import { monthPage } from './calendar/month.js';
import { placesPage } from './calendar/places.js';
import { categoryPage, organizerPage, tagPage, venuePage } from './calendar/record.js';
import { embeddedRefusal, refusal } from './calendar/refusal.js';
import { type Manner, renderPage, send } from './calendar/send.js';
import { signedInVisit, type Visit, visitOf } from './calendar/visit.js';
import { weekPage } from './calendar/week.js';
import { firstWeekday } from './calendar/when.js';
import { apiHeaders, placeOf } from './place.js';

/** A page, or another address that has it. `part` is what the address names. */
type Turn = (visit: Visit, part: string, signedIn: () => Promise<Visit>) => Promise<Sheet | { readonly to: string }>;

/** What is no month, week or day that the calendar leads to has no page. */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('no-route');
  return value;
}

/** The day in the query, or today, has an address of its own. */
const onDay =
  (pathOf: (day: string) => string): Turn =>
  async (visit) => {
    const filters = readFilters(visit.query);
    return { to: viewHref(visit, withoutDate(filters), pathOf(filters.date ?? visit.today)) };
  };

type PostKind = 'event' | 'venue' | 'organizer';

const previews: Readonly<Record<PostKind, (visit: Visit, address: RecordKey) => Promise<Sheet>>> = {
  event: eventPreview,
  venue: venuePage,
  organizer: organizerPage,
};

const types: Readonly<Record<string, PostKind>> = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
};

/**
 * `/?post_type=tribe_events&p=12` leads to the public page of the record. One that has none is shown right here, to
 * those who may read it.
 */
const home: Turn = async (visit, _, signedIn) => {
  const { post_type: type, p: id } = visit.query;
  if (type === undefined && id === undefined) return listPage(visit);
  const kind = Object.hasOwn(types, String(type)) ? types[String(type)] : undefined;
  if (!kind || !/^\d{1,9}$/.test(String(id))) throw new Problem('no-route');
  const address = { id: Number(id) };
  try {
    const { body } = await readRecord(visit, kind, address);
    return { to: recordHref(visit, body.url) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Where a protected event stands is no secret: lists tell it.
    if (error.problem === 'protected') return { to: recordHref(visit, (await readShut(visit, address)).body.url) };
    if (error.problem !== 'not-found') throw error;
    const own = await signedIn();
    if (own.call.actor.role === 'anonymous') throw error;
    return { ...(await previews[kind](own, address)), secret: true, hidden: true };
  }
};

const pages: Readonly<Record<string, Turn>> = {
  '/': home,
  '/calendar': (visit) => listPage(visit),
  '/calendar/list': (visit) => listPage(visit),
  '/calendar/places': (visit) => placesPage(visit),
  '/calendar/month': onDay((day) => monthPath(monthOf(day))),
  '/calendar/month/:part': (visit, month) => monthPage(visit, known(readMonth(month))),
  '/calendar/week': onDay(weekPath),
  '/calendar/week/:part': (visit, week) => weekPage(visit, known(readWeek(week, firstWeekday(visit.locale)))),
  '/calendar/day': onDay(dayPath),
  '/calendar/day/:part': (visit, day) => dayPage(visit, known(readDay(day))),
  '/event/:part': (visit, slug) => eventPage(visit, slug),
  '/venue/:part': (visit, slug) => venuePage(visit, { slug }),
  '/organizer/:part': (visit, slug) => organizerPage(visit, { slug }),
  '/events/category/*': categoryPage,
  '/tag/:part': tagPage,
};

export function calendarPages(app: FastifyInstance, service: Service): void {
  const events = calendarEvents(service.facades[0]);

  const answer =
    (turn: Turn, embedded = false) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        const visit = visitOf(service, events, request, readForm(queryText(request.url)));
        const tidy = withoutBlanks(visit, request);
        if (tidy !== undefined) return reply.redirect(tidy, 302);
        const entry = await openPageEntry(service, request, visit.query, visit.call);
        if (entry.found) return await deliver(request, reply, entry.found.rendered, entry.found);
        const show = (by: Visit, part: string) => turn(by, part, () => signedInVisit(service, request, visit));
        const manner = embedded ? { embedded: { theme: themeOf(visit) } } : {};
        try {
          return await work(request, reply, visit, show, entry, manner);
        } finally {
          entry.end();
        }
      } catch (error) {
        return embedded ? refuseEmbedded(request, reply, error) : refuse(request, reply, error);
      }
    };

  /** Without the query, which may be what is wrong. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const visit = visitOf(service, events, request, {});
    return send(request, reply, renderPage(visit, refusal(visit, problemOf(error, request))));
  };

  /** In the language and the theme that the address names, as far as these are valid. */
  const refuseEmbedded = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const visit = embedLook(request.url, (query) => visitOf(service, events, request, query));
    const sheet = embeddedRefusal(visit, problemOf(error, request));
    return send(request, reply, renderPage(visit, sheet, { embedded: { theme: themeOf(visit) } }));
  };

  for (const [url, turn] of Object.entries(pages)) app.get(url, answer(turn));
  app.get('/embed', answer(embedPage, true));
  app.post('/event/:part', (request, reply) => {
    const { password } = passwordIn(request);
    return answer((visit, slug) => eventPage(visit, slug, password))(request, reply);
  });
  // Programs are told in their way that there is nothing here, people on a page.
  app.get('/*', (request, reply) =>
    /\btext\/html\b/.test(request.headers.accept ?? '')
      ? refuse(request, reply, new Problem('no-route'))
      : reply.headers(apiHeaders(placeOf(service, request))).callNotFound(),
  );
}

/** Works out a page with a reader that records what it depends on. */
async function work(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  show: (visit: Visit, part: string) => ReturnType<Turn>,
  { reader = visit.context.store, put }: CacheEntry,
  manner?: Manner,
): Promise<FastifyReply> {
  const params = request.params as { readonly part?: string; readonly '*'?: string };
  const recorded = { ...visit, context: { ...visit.context, store: reader } };
  const found = await show(recorded, params.part ?? params['*'] ?? '');
  if ('to' in found) return reply.redirect(found.to, 302);
  return send(request, reply, renderPage(visit, found, manner), put);
}

/** A form sends the fields that were left blank, too: the address is better without them. */
function withoutBlanks({ query, place }: Visit, { url, method }: FastifyRequest): string | undefined {
  const pairs = Object.entries(query);
  const kept = pairs.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const isPlain = pairs.every(([, value]) => typeof value === 'string');
  if (kept.length === pairs.length || method === 'POST' || !isPlain) return undefined;
  const path = url.slice(0, url.indexOf('?')).replace(/^\/+/, '/');
  const text = new URLSearchParams(kept).toString();
  return `${place.path}${path}${text && `?${text}`}`;
}

function passwordIn({ body }: FastifyRequest): { readonly password: string } {
  const { password } = Buffer.isBuffer(body) ? readForm(body.toString('utf8')) : {};
  return { password: typeof password === 'string' ? password : '' };
}
