// Invitations and password resets. Links begin with an address of the site, never with a host name from a request.
import { actorOf } from '../auth/identify.js';
import { createPasswordLink, linkPath, linkSeconds, openLinkOf, type PasswordLink } from '../auth/password-links.js';
import { checkWithLimit } from '../auth/secrets.js';
import { is } from '../core/condition.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { type MailUrl, mailUrl } from '../core/mail.js';
import { present, recordView } from '../core/present.js';
import { Problem } from '../core/problem.js';
import { recordRevisions } from '../core/revision.js';
import type { Site } from '../core/site.js';
import { lockRecord, type Writer } from '../core/store.js';
import { composeMail } from '../i18n/mail/compose.js';
import { accountLinks, keyOf, passwordRequests, sessions, type UserRow, users } from '../models/account/account.js';
import { recipientOf } from '../models/account/profile.js';
import { user } from '../models/account/user.js';
import { queueMail, queueNotice, securityMails } from '../operations/mail.js';
import { writesOf } from '../operations/write.js';
import { ownerOf, readUser, revokeSecrets } from './account-secrets.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

/** Mails the link, or returns it once for the administrator to pass on. */
async function issueLink(
  service: Service,
  { call }: ApiRequest,
  store: Writer,
  owner: UserRow,
  send: boolean,
): Promise<Pick<ApiResponse, 'body' | 'oneTimeSecrets'>> {
  const link = await createPasswordLink(store, owner.id, owner.password === '' ? 'invitation' : 'reset', call.now);
  const site = service.liveSite.current();
  const { purpose, expires_utc } = link;
  const url = mailUrl(site, linkPath(link));
  const sent = send && owner.email !== '' && service.mail.isOn() && url !== undefined;
  if (sent) await queueMail(store, linkMail(owner, link, url, site), call.now, securityMails);
  const secrets = { url: url ?? site.baseUrl + linkPath(link) };
  return { body: { purpose, expires_utc, sent }, ...(!sent && { oneTimeSecrets: secrets }) };
}

const linkMail = (owner: UserRow, { purpose }: PasswordLink, url: MailUrl, site: Site) =>
  composeMail(recipientOf(owner), site, (texts) =>
    purpose === 'invitation'
      ? texts.invitation(site.name, url, linkSeconds.invitation / 86_400)
      : texts.reset(url, linkSeconds.reset / 3_600),
  );

const inviteUser: Handler = async (service, request, given) => {
  const { call } = request;
  await spendWriteToken(service, call.actor);
  const { send = true, ...values } = given;
  return change(service, request, async (context) => {
    const { id } = await writesOf(user).create(context, user, values);
    const owner = await readUser(context.store, id);
    const { body, oneTimeSecrets } = await issueLink(service, request, context.store, owner, send === true);
    const shown = present(shapeOf(call.facade, user.name).body, owner, recordView(owner, call, 'changed'));
    return {
      statusCode: 201,
      headers: {},
      body: { user: shown, ...Object(body) },
      ...(oneTimeSecrets && { oneTimeSecrets }),
    };
  });
};

/** Not for the own account: a stolen session could set a password without knowing the current one. */
const createLink: Handler = async (service, request, { send = true }) => {
  const id = ownerOf(request);
  await spendWriteToken(service, request.call.actor);
  if (id === request.call.actor.id) throw new Problem('own-link');
  return change(service, request, async ({ store }) => {
    await lockRecord(store, user, id);
    const owner = await readUser(store, id);
    return { statusCode: 201, headers: {}, ...(await issueLink(service, request, store, owner, send === true)) };
  });
};

async function spendRequest({ passwordRequestLimiters: limiters }: Service, ip: string, key: string): Promise<void> {
  for (const spend of [() => limiters.ip.spend(ip), () => limiters.user.spend(key), () => limiters.all.spend('')]) {
    const seconds = await spend();
    if (seconds > 0) throw new Problem('throttled', { seconds, headers: { 'Retry-After': String(seconds) } });
  }
}

/** Only stores the request. A job looks for the user, so that neither the response nor its time depends on the user. */
const requestLink: Handler = async (service, { ip, call }, given) => {
  if (!service.mail.sendsLinks()) throw new Problem('mail-off');
  const user_key = keyOf(String(given.user));
  await spendRequest(service, ip, user_key);
  await service.store.transact((writer) => writer.insert(passwordRequests, { user_key, created_utc: call.now }));
  return { statusCode: 202, headers: {}, body: { accepted: true } };
};

/** Failures count against the limit of failed sign-ins. */
async function openLink({ store, signInLimiter: limiter }: Service, { ip, call }: ApiRequest, { token }: Given) {
  let found: Awaited<ReturnType<typeof openLinkOf>>;
  await checkWithLimit({ limiter, ip, subject: 'password-link' }, async () => {
    found = await openLinkOf(store, String(token), call.now);
    return found !== undefined;
  });
  if (!found) throw new Problem('wrong-link');
  return found;
}

const checkLink: Handler = async (service, request, given) => {
  const { purpose, expires_utc, user: owner } = await openLink(service, request, given);
  return { statusCode: 200, headers: {}, body: { user: owner.name, purpose, expires_utc } };
};

/** The link is checked before the slow hash, and again under the lock of the user: two requests cannot both use it. */
const useLink: Handler = async (service, request, given) => {
  const { call, context } = request;
  const { user: owner } = await openLink(service, request, given);
  const password = await context.secrets.hash(String(given.password));
  return service.store.transact(async (store) => {
    await lockRecord(store, user, owner.id);
    const link = await openLinkOf(store, String(given.token), call.now);
    if (!link) throw new Problem('wrong-link');
    await store.update(users, owner.id, { password });
    // The link is the credential of the user.
    const actor = actorOf(link.user, 'password-link');
    const after = { ...link.user, password };
    await recordRevisions(store, { ...call, actor }, [
      { model: user, id: owner.id, before: link.user, after, alongside: [] },
    ]);
    for (const table of [sessions, accountLinks]) await store.remove(table, is('user_id', owner.id));
    if (given.revoke === true) await revokeSecrets(store, owner.id);
    if (link.purpose === 'reset') await notifyPasswordChanged(service, store, link.user, call.now);
    return { statusCode: 200, headers: {}, body: { user: owner.name } };
  });
};

async function notifyPasswordChanged(service: Service, store: Writer, owner: UserRow, now: string): Promise<void> {
  const site = service.liveSite.current();
  const url = mailUrl(site, '/admin/forgot');
  if (owner.email === '' || !service.mail.isOn() || !url) return;
  const mail = composeMail(recipientOf(owner), site, (texts) => texts.passwordChanged(url));
  await queueNotice(store, mail, now, securityMails);
}

export const passwordLinkHandlers: CustomHandlers = {
  invitations: { POST: inviteUser },
  'user-password-links': { POST: createLink },
  'password-links': { POST: requestLink },
  'check-password-link': { POST: checkLink },
  'use-password-link': { POST: useLink },
};
