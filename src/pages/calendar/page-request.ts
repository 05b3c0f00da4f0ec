// A request for a page as data: site, language, texts, query and time. Its actor is anonymous, so that pages show public
// data only and can be cached.
import type { FastifyRequest } from 'fastify';
import { identify } from '../../auth/identify.js';
import { secretsFor } from '../../auth/secrets.js';
import { anonymous } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import { type RequestContext, withAfterCommit } from '../../core/context.js';
import type { Given } from '../../core/field.js';
import type { Shape } from '../../core/shape.js';
import { toWall } from '../../core/time/zone.js';
import type { Service } from '../../http/service.js';
import { type Texts, textsFor } from '../../i18n/texts.js';
import { type PageSite, pageSiteOf } from '../page-site.js';
import { type Locale, localeOf } from './date-format.js';
import type { Day } from './days.js';
import { negotiateLanguage } from './language.js';

export interface PageRequest {
  readonly pageSite: PageSite;
  readonly call: Call;
  readonly context: RequestContext;
  readonly events: Shape;
  readonly texts: Texts['pages'];
  readonly locale: Locale;
  /** Language from the query; links keep it. */
  readonly lang: string | undefined;
  readonly query: Given;
  /** In the site's time zone. */
  readonly today: Day;
}

export function pageRequestOf(service: Service, events: Shape, request: FastifyRequest, query: Given): PageRequest {
  const pageSite = pageSiteOf(service, request);
  const { site } = pageSite;
  const requested = typeof query.lang === 'string' && query.lang !== '' ? query.lang : undefined;
  const language = negotiateLanguage(site.languages, requested, request.headers['accept-language']);
  const call: Call = {
    actor: anonymous,
    facade: pageSite.native,
    site,
    now: service.now(),
    ...(language !== undefined && { language }),
  };
  const { store, registry, pictures, vault, allowsWebhook } = service;
  return {
    pageSite,
    call,
    context: {
      store: store.readerFor(request.client, true),
      call,
      registry,
      ...withAfterCommit({
        pictures,
        vault,
        allowsWebhook,
        secrets: secretsFor(service.signInLimiter, request.ip),
      }),
    },
    events,
    texts: textsFor(language).pages,
    locale: localeOf(language, site),
    lang: language === undefined ? undefined : requested,
    query,
    today: toWall(call.now, site.zone).slice(0, 10),
  };
}

/** The same request by the user of the session cookie, for previews. Its page must not be cached. */
export async function signedInRequest(
  service: Service,
  request: FastifyRequest,
  pageRequest: PageRequest,
): Promise<PageRequest> {
  const { store, signInLimiter } = service;
  const { cookie } = request.headers;
  const { actor } = await identify(store, signInLimiter, {
    authorization: undefined,
    cookie,
    csrf: undefined,
    ip: request.ip,
    unsafe: false,
    now: pageRequest.call.now,
  });
  const call = { ...pageRequest.call, actor };
  return { ...pageRequest, call, context: { ...pageRequest.context, store, call } };
}
