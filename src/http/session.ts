// Sessions of the console, under the native mount: POST signs in, GET returns and DELETE ends the session.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readCookie } from '../auth/identify.js';
import { noticeOfSignIn } from '../auth/notices.js';
import { cookieName, signIn, signOut } from '../auth/sessions.js';
import { type Actor, anonymous, rightsOf } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { is } from '../core/condition.js';
import { optional, required } from '../core/field.js';
import { credentialText } from '../core/kinds/text.js';
import { Problem } from '../core/problem.js';
import { parse, refuseFaults } from '../facades/parse.js';
import { users } from '../models/account/account.js';
import { readJson } from './input.js';
import { credentials, setConsoleLanguage } from './mount.js';
import { type Service, siteOf } from './service.js';
import { clientOf, sessionCookies, setCookie } from './session-cookies.js';

const fields = {
  user: required(credentialText, 'User name', { example: 'admin' }),
  password: required(credentialText, 'Sign-in password', { example: 'correct horse battery' }),
  code: optional(credentialText, 'Code of the authenticator app, or a recovery code', { example: '123456' }),
};

const sessionBody = (actor: Actor, language: string, csrf: string | undefined) => ({
  id: actor.id,
  user: actor.name,
  role: actor.role,
  rights: rightsOf(actor),
  language,
  ...(csrf !== undefined && { csrf }),
});

export function sessionRoutes(app: FastifyInstance, service: Service): void {
  const facade = service.facades.find(({ console }) => console);
  if (!facade) return;
  const url = `${facade.prefix}/session`;
  const languageOf = async ({ id }: Pick<Actor, 'id'>): Promise<string> =>
    (await service.store.read({ table: users, where: is('id', id) }))?.language ?? '';
  const sendJson = (reply: FastifyReply, body: unknown) =>
    reply
      .headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      .type('application/json; charset=UTF-8')
      .send(JSON.stringify(body));

  app.post(url, async (request, reply) => {
    setConsoleLanguage(request);
    const call: Call = { actor: anonymous, facade, site: siteOf(service, request), now: service.now() };
    // Only JSON, which a form on another site cannot send: prevents login CSRF.
    const isJson = request.headers['content-type']?.startsWith('application/json');
    const input = isJson && Buffer.isBuffer(request.body) ? readJson(request.body.toString('utf8')) : {};
    const { given, faults } = parse(fields, input, call, true);
    refuseFaults(faults);
    const attempt = {
      name: String(given.user),
      password: String(given.password),
      code: given.code === undefined ? undefined : String(given.code),
      client: clientOf(request),
      now: call.now,
    };
    const signedIn = await signIn(service.store, service, attempt, noticeOfSignIn(service));
    reply.header('Set-Cookie', sessionCookies(service, request, signedIn));
    const { session } = signedIn;
    return sendJson(reply, sessionBody(session, await languageOf(session), session.csrf));
  });

  app.get(url, async (request, reply) => {
    const { actor, csrf, by } = await credentials(service, request, facade);
    if (by === 'nothing') throw new Problem('unauthorized');
    return sendJson(reply, sessionBody(actor, await languageOf(actor), csrf));
  });

  app.delete(url, async (request, reply) => {
    const { by } = await credentials(service, request, facade);
    const token = readCookie(request.headers.cookie ?? '', cookieName);
    if (by !== 'cookie' || !token) throw new Problem('unauthorized');
    await signOut(service.store, token);
    reply.header('Set-Cookie', setCookie(service, request, { name: cookieName, value: '', seconds: 0 }));
    return sendJson(reply, { signed_out: true });
  });
}
