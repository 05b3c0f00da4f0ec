// One-time links that set a password: invitations of new users, and resets of forgotten passwords. Links begin with an
// address of the site, never with a host name from a request.
import { actorOf } from '../auth/identify.js';
import { createPasswordLink, linkPath, linkSeconds, openLinkOf, type PasswordLink } from '../auth/password-links.js';
import { checkWithLimit } from '../auth/secrets.js';
import { is } from '../core/condition.js';
import { type Endpoint, shapeOf } from '../core/facade.js';
import { type Fields, type Given, optional, required } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { chosenPassword, credentialText, filterText } from '../core/kinds/text.js';
import { type MailUrl, mailUrl } from '../core/mail.js';
import { key, maybe, output } from '../core/output.js';
import { present, recordView } from '../core/present.js';
import { Problem } from '../core/problem.js';
import { recordRevisions } from '../core/revision.js';
import { described, flagSchema, integer, reference, text } from '../core/schema.js';
import type { Site } from '../core/site.js';
import { lockRecord, type Writer } from '../core/store.js';
import { userShape } from '../facades/events/user.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import type { ApiRequest } from '../http/request.js';
import type { ApiResponse } from '../http/response.js';
import type { Service } from '../http/service.js';
import { composeMail } from '../i18n/mail/compose.js';
import {
  accountLinks,
  foldedName,
  linkPurposes,
  passwordRequests,
  sessions,
  type UserRow,
  users,
} from '../models/account/account.js';
import { recipientOf } from '../models/account/profile.js';
import { user } from '../models/account/user.js';
import { queueMail, queueNotice, securityMails } from '../operations/mail.js';
import { writesOf } from '../operations/write.js';
import { revokeField } from './account.js';
import { revokeSecrets } from './account-secrets.js';
import { ownerOf, readUser, unknownUser } from './owner.js';

const tag = { name: 'Users', description: userShape.about };
const exampleToken = 'M3v9cQ0yJm2cV4uT8kXhB1nR6sD5fG7aLpZwE0oYiUq';
const expires_utc = '2026-09-09 14:00:00';
const purpose = { ...text, enum: linkPurposes };

const token = required(credentialText, 'The part of the link after `#`.', { bodyOnly: true, example: exampleToken });

const send = optional(
  flag,
  'Whether to mail the link to the user. Default: true. Without mail or an address, the response contains the link.',
  { example: true },
);

const { name, role, email, display_name, language } = userShape.fields;

interface Issued {
  readonly purpose: string;
  readonly expires_utc: string;
  readonly sent: boolean;
}

/** The URL is sent once, as `oneTimeSecrets` of the response. */
const linkKeys = {
  purpose: key<Issued>(purpose, 'reset'),
  expires_utc: key<Issued>(text, expires_utc),
  sent: key<Issued>(described(flagSchema, 'Whether the link is mailed to the user.'), false),
  url: maybe<Issued>(
    described(text, 'The link to pass on, unless it is mailed. Returned once.'),
    () => undefined,
    `https://example.org/admin/reset#${exampleToken}`,
  ),
};

/** Mails the link, or returns it once for the administrator to pass on. */
async function issueLink(
  service: Service,
  { call }: ApiRequest,
  store: Writer,
  owner: UserRow,
  send: boolean,
): Promise<readonly [Issued, Pick<ApiResponse, 'oneTimeSecrets'>]> {
  const link = await createPasswordLink(store, owner.id, owner.password === '' ? 'invitation' : 'reset', call.now);
  const site = service.liveSite.current();
  const { purpose, expires_utc } = link;
  const url = mailUrl(site, linkPath(link));
  const sent = send && owner.email !== '' && service.mail.isOn() && url !== undefined;
  if (sent) await queueMail(store, linkMail(owner, link, url, site), call.now, securityMails);
  const secrets = { url: url ?? site.baseUrl + linkPath(link) };
  return [{ purpose, expires_utc, sent }, sent ? {} : { oneTimeSecrets: secrets }];
}

const linkMail = (owner: UserRow, { purpose }: PasswordLink, url: MailUrl, site: Site) =>
  composeMail(recipientOf(owner), site, (texts) =>
    purpose === 'invitation'
      ? texts.invitation(site.name, url, linkSeconds.invitation / 86_400)
      : texts.reset(url, linkSeconds.reset / 3_600),
  );

const invite = operation({
  right: 'administer',
  operationId: 'inviteUser',
  summary: 'Invite a user',
  description: 'Creates a user without a password, and a link with which the user chooses one within 7 days.',
  tag,
  statusCode: 201,
  /** A new user without a password. */
  input: { name, role, email, display_name, language, send } as Fields,
  output: output<Issued & { readonly user: unknown }>('Invitation', 'The new user and their link.', {
    user: key(reference(userShape.schema), undefined),
    ...linkKeys,
  }),
  example: {
    user: { id: 7, name: 'ada', role: 'editor', display_name: 'Ada Lovelace', created_utc: '2026-09-02 14:00:00' },
    purpose: 'invitation',
    expires_utc,
    sent: true,
  },
  problems: [new Problem('mail-queue-full')],
  handler: async (service, request, given, reply) => {
    const { call } = request;
    const { send = true, ...values } = given;
    return change(service, request, async (context) => {
      const { id } = await writesOf(user).create(context, user, values);
      const owner = await readUser(context.store, id);
      const [link, secrets] = await issueLink(service, request, context.store, owner, send === true);
      const shown = present(shapeOf(call.facade, user.name).body, owner, recordView(owner, call, 'changed'));
      return reply({ user: shown, ...link }, secrets);
    });
  },
});

const create = operation({
  right: 'administer',
  operationId: 'createPasswordLink',
  summary: 'Create a link that sets the password of a user',
  description:
    'A user without a password gets an invitation for 7 days, others a reset link for one hour. Earlier links of the user stop working.',
  tag,
  statusCode: 201,
  input: { send },
  output: output<Issued>('PasswordLink', 'The new link.', linkKeys),
  problems: [unknownUser, new Problem('own-link'), new Problem('mail-queue-full')],
  /** Not for the own account: a stolen session could set a password without knowing the current one. */
  handler: async (service, request, { send = true }, reply) => {
    const id = ownerOf(request);
    if (id === request.call.actor.id) throw new Problem('own-link');
    return change(service, request, async ({ store }) => {
      await lockRecord(store, user, id);
      const owner = await readUser(store, id);
      return reply(...(await issueLink(service, request, store, owner, send === true)));
    });
  },
});

async function spendRequest({ passwordRequestLimiters: limiters }: Service, ip: string, key: string): Promise<void> {
  for (const spend of [() => limiters.ip.spend(ip), () => limiters.user.spend(key), () => limiters.all.spend('')]) {
    const seconds = await spend();
    if (seconds > 0) throw new Problem('throttled', { seconds, headers: { 'Retry-After': String(seconds) } });
  }
}

const requestLink = operation({
  right: 'anyone',
  operationId: 'requestPasswordLink',
  dryRun: 'refused',
  summary: 'Request a link to reset your password',
  description:
    'Mails a link to the user, if the user exists and has an email address. The response is always the same.',
  tag,
  statusCode: 202,
  input: { user: required(filterText, 'Username or email address.', { bodyOnly: true, example: 'ada' }) },
  output: output<Given>('PasswordLinkRequest', 'The request was accepted.', { accepted: key(flagSchema, true) }),
  problems: [new Problem('mail-off')],
  /** Only stores the request. A job looks for the user, so that neither the response nor its time depends on the user. */
  handler: async (service, { ip, call }, given, reply) => {
    if (!service.mail.sendsLinks()) throw new Problem('mail-off');
    const user_key = foldedName(String(given.user));
    await spendRequest(service, ip, user_key);
    await service.store.transact((writer) => writer.insert(passwordRequests, { user_key, created_utc: call.now }));
    return reply({ accepted: true });
  },
});

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

const check = operation({
  right: 'anyone',
  operationId: 'checkPasswordLink',
  dryRun: 'refused',
  summary: 'Check a link that sets a password',
  tag,
  input: { token },
  output: output<Awaited<ReturnType<typeof openLink>>>('OpenPasswordLink', 'The user of a valid link.', {
    user: key(text, 'ada', (link) => link.user.name),
    purpose: key(purpose, 'reset'),
    expires_utc: key(text, expires_utc),
  }),
  problems: [new Problem('wrong-link')],
  handler: async (service, request, given, reply) => reply(await openLink(service, request, given)),
});

const use = operation({
  right: 'anyone',
  operationId: 'usePasswordLink',
  dryRun: 'refused',
  summary: 'Set a password by a link',
  description: 'The link stops working, and all sessions of the user end.',
  tag,
  input: {
    token,
    password: required(chosenPassword, 'New sign-in password.', { bodyOnly: true, example: 'staple, horse and all' }),
    revoke: revokeField,
  },
  output: output<UserRow>('PasswordLinkUse', 'The user whose password was set.', {
    user: key(text, 'ada', (row) => row.name),
  }),
  problems: [new Problem('wrong-link')],
  /** The link is checked before the slow hash, and again under the lock of the user: two requests cannot both use it. */
  handler: async (service, request, given, reply) => {
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
        { model: user, id: owner.id, before: link.user, after, alsoWritten: [] },
      ]);
      for (const table of [sessions, accountLinks]) await store.remove(table, is('user_id', owner.id));
      if (given.revoke === true) await revokeSecrets(store, owner.id);
      if (link.purpose === 'reset') await notifyPasswordChanged(service, store, link.user, call.now);
      return reply(owner);
    });
  },
});

async function notifyPasswordChanged(service: Service, store: Writer, owner: UserRow, now: string): Promise<void> {
  const site = service.liveSite.current();
  const url = mailUrl(site, '/admin/forgot');
  if (owner.email === '' || !service.mail.isOn() || !url) return;
  const mail = composeMail(recipientOf(owner), site, (texts) => texts.passwordChanged(url));
  await queueNotice(store, mail, now, securityMails);
}

export const passwordLinkEndpoints: readonly Endpoint[] = [
  endpoint('/users/invitations', { POST: invite }),
  endpoint(
    '/users/:user(^\\d+$)/password-links',
    { POST: create },
    { parts: { user: { description: 'ID of the user.', schema: integer, example: 7 } } },
  ),
  endpoint('/password-links', { POST: requestLink }),
  endpoint('/password-links/check', { POST: check }),
  endpoint('/password-links/use', { POST: use }),
];
