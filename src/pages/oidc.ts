// Sign-in by the OpenID Connect provider: the redirect to it, its answer, and the page that explains a failure.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../auth/identify.js';
import { signInByIdentity } from '../auth/identities.js';
import { noticeOfSignIn } from '../auth/notices.js';
import { OidcError } from '../auth/oidc.js';
import { addPending, pendingCookieName, pendingSeconds, takePending } from '../auth/pending-sign-ins.js';
import { makeToken } from '../auth/secrets.js';
import { messageOf } from '../core/error.js';
import { Problem } from '../core/problem.js';
import { queryText } from '../http/request.js';
import { type Oidc, type Service, siteOf } from '../http/service.js';
import { clientOf, sessionCookies, setCookie } from '../http/session-cookies.js';
import { acceptedLanguage } from '../i18n/accept-language.js';
import { type Texts, textsFor } from '../i18n/texts.js';
import { styleLinks } from './assets.js';
import { iconLinks } from './brand.js';
import { html, page } from './html.js';
import { pageHeaders, pageSiteOf } from './page-site.js';

type SignInFailure = keyof Texts['signIn']['failures'];

const statusCodes: Readonly<Record<SignInFailure, number>> = {
  expired: 400,
  invalid: 400,
  denied: 403,
  noAccount: 403,
  unavailable: 503,
};

export function oidcPages(app: FastifyInstance, service: Service): void {
  const { oidc } = service;
  if (!oidc) return;
  const options = { exposeHeadRoute: false };
  app.get('/auth/oidc/start', options, (request, reply) => start(service, oidc, request, reply));
  app.get('/auth/oidc/callback', options, (request, reply) => finish(service, oidc, request, reply));
}

const callbackUrl = (service: Service, request: FastifyRequest): string =>
  `${pageSiteOf(service, request).site.baseUrl}/auth/oidc/callback`;

/** `Lax`, because the provider redirects back from another site. */
const pendingCookie = (service: Service, request: FastifyRequest, value: string): string =>
  setCookie(siteOf(service, request), {
    name: pendingCookieName,
    value,
    seconds: value === '' ? 0 : pendingSeconds,
    sameSite: 'Lax',
  });

async function start(
  service: Service,
  oidc: Oidc,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const seconds = await oidc.limiter.spend(request.ip);
  if (seconds > 0) throw new Problem('throttled', { seconds, headers: { 'Retry-After': String(seconds) } });
  const token = makeToken();
  try {
    const url = await oidc.client.authorizationUrl(callbackUrl(service, request), token);
    await addPending(service.store, token, service.now());
    return reply.headers({ ...uncached, 'Set-Cookie': pendingCookie(service, request, token) }).redirect(url, 303);
  } catch (error) {
    return explain(service, oidc, request, reply, error);
  }
}

const uncached = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

async function finish(
  service: Service,
  oidc: Oidc,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('Set-Cookie', pendingCookie(service, request, ''));
  try {
    const { store } = service;
    const now = service.now();
    const token = readCookie(request.headers.cookie ?? '', pendingCookieName);
    if (token === undefined || !(await takePending(store, token, now))) throw new SignInError('expired');
    const callback = new URL(`${callbackUrl(service, request)}?${queryText(request.url)}`);
    const claims = await oidc.client.finish(callback, token);
    const signedIn = await signInByIdentity(store, claims, oidc.roles, clientOf(request), now, noticeOfSignIn(service));
    if (!signedIn) throw new SignInError('noAccount');
    const { path } = pageSiteOf(service, request);
    // The fragment tells the console that there is a session: its cookie is invisible to scripts.
    return reply
      .headers({ ...uncached, 'Set-Cookie': [...sessionCookies(siteOf(service, request), signedIn)] })
      .redirect(`${path}/admin#signed-in`, 303);
  } catch (error) {
    return explain(service, oidc, request, reply, error);
  }
}

class SignInError extends Error {
  constructor(readonly failure: SignInFailure) {
    super(`sign-in: ${failure}`);
  }
}

/** The page for a failed sign-in. The cause is logged, since only the operator can solve most of them. */
function explain(
  service: Service,
  { name }: Oidc,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  if (!(error instanceof OidcError || error instanceof SignInError)) throw error;
  const { failure } = error;
  if (error instanceof OidcError && failure !== 'denied')
    request.log.warn({ reason: messageOf(error.cause) }, error.message);
  const pageSite = pageSiteOf(service, request);
  const { path, site } = pageSite;
  const language = acceptedLanguage(request.headers['accept-language']);
  const texts = textsFor(language).signIn;
  const { text } = page({
    title: `${texts.title} · ${site.name}`,
    language,
    head: html`${iconLinks(pageSite)}<meta name="robots" content="noindex">\n${styleLinks('web/admin/main.tsx', path)}`,
    body: html`<main class="sign-in"><div class="sign-in-card"><h1>${texts.title}</h1>
<p>${texts.failures[failure](name)}</p>
<p><a class="button primary" href="${path}/admin">${texts.back}</a></p></div></main>`,
  });
  return reply
    .code(statusCodes[failure])
    .headers({
      ...pageHeaders(pageSite, ["style-src 'self'", "img-src 'self'"]),
      ...uncached,
      Vary: 'Accept-Language',
    })
    .send(text);
}
