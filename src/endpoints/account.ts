// The caller's own account.
import { readCookie } from '../auth/identify.js';
import { cookieName, endOthers } from '../auth/sessions.js';
import type { Call } from '../core/call.js';
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { type Endpoint, shapeOf } from '../core/facade.js';
import { type Fields, type Given, optional } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { chosenPassword, credentialText } from '../core/kinds/text.js';
import { mailUrl } from '../core/mail.js';
import { recordOutput } from '../core/output.js';
import { present, recordView } from '../core/present.js';
import { Invalid, invalidParams, missingParams } from '../core/problem.js';
import { recordRevisions } from '../core/revision.js';
import { lockRecord } from '../core/store.js';
import { userShape } from '../facades/events/user.js';
import { emailField, profileFields } from '../facades/profile-fields.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { wrongPassword } from '../http/reauthentication.js';
import type { Service } from '../http/service.js';
import { composeMail } from '../i18n/mail/compose.js';
import { accountLinks, foldedName, type UserRow, users } from '../models/account/account.js';
import { lockAccounts, refuseTakenEmail } from '../models/account/overrides.js';
import { recipientOf } from '../models/account/profile.js';
import { user } from '../models/account/user.js';
import { queueNotice, securityMails } from '../operations/mail.js';
import { versionOf } from '../operations/version.js';
import { revokeSecrets, secretsEndpoints } from './account-secrets.js';
import { ownerOf, readUser } from './owner.js';

/** With a new password. */
export const revokeField = optional(
  flag,
  'Whether to revoke all application passwords and feed keys of the user as well. Default: false.',
  { bodyOnly: true, example: true },
);

const accountFields: Fields = {
  current_password: optional(
    credentialText,
    'Current sign-in password. Required to change the password or the email address, and to revoke all secrets.',
    { bodyOnly: true, example: 'correct horse battery' },
  ),
  password: optional(chosenPassword, 'New sign-in password.', { bodyOnly: true, example: 'staple, horse and all' }),
  revoke: revokeField,
  email: { ...emailField, bodyOnly: true },
  ...profileFields,
};

const common = {
  right: 'signed-in',
  tag: { name: 'Users', description: userShape.about },
  dryRun: 'undocumented',
  result: 'The account of the caller.',
  output: recordOutput(userShape.schema, 'Read', ({ row, call }: { readonly row: UserRow; readonly call: Call }) =>
    present(shapeOf(call.facade, user.name).body, row, recordView(row, call, 'read')),
  ),
} as const;

const read = operation({
  ...common,
  operationId: 'readMe',
  summary: 'Get your account',
  handler: async (service, request, _, reply) => {
    const row = await readUser(service.store, ownerOf(request));
    return reply({ row, call: request.call }, { version: versionOf(row, users) });
  },
});

/** The password, the email address, which resets it, and revoking all secrets require the current password: a stolen session is not enough. */
const changeAccount = operation({
  ...common,
  operationId: 'changeMe',
  summary: 'Change your profile or your password',
  description: 'A new password ends all other sessions of the user.',
  input: accountFields,
  // Only some changes require the current password.
  problems: [
    missingParams(['current_password']),
    invalidParams({ current_password: new Invalid('The current password is incorrect.') }),
  ],
  handler: async (service, request, given, reply) => {
    const id = ownerOf(request);
    const { secrets } = request.context;
    const stored = await readUser(service.store, id);
    const { current_password, password, email, revoke = false } = given;
    const needsPassword = password !== undefined || revoke || (email !== undefined && email !== stored.email);
    if (needsPassword && current_password === undefined) throw missingParams(['current_password']);
    // Failures count against the same limit as failed sign-ins.
    const isVerified = current_password !== undefined;
    if (isVerified && !(await secrets.verify(stored.password, String(current_password), foldedName(stored.name))))
      throw wrongPassword();
    const digest = password === undefined ? undefined : await secrets.hash(String(password));
    return change(service, request, async (context) => {
      const { store } = context;
      // In the order of the generic update: the record first.
      await lockRecord(store, user, id);
      if (email !== undefined) await lockAccounts(context);
      const current = await readUser(store, id);
      if (isVerified && current.password !== stored.password) throw wrongPassword();
      if (email !== undefined && email !== current.email) await changeEmail(service, context, current, String(email));
      await store.update(user, id, { ...profileOf(given), ...(digest !== undefined && { password: digest }) });
      if (digest !== undefined) {
        await endOthers(store, id, readCookie(request.headers.cookie ?? '', cookieName));
        await store.remove(accountLinks, is('user_id', id));
      }
      if (revoke) await revokeSecrets(store, id);
      const after = await readUser(store, id);
      await recordRevisions(store, request.call, [{ model: user, id, before: current, after, alsoWritten: [] }]);
      return reply({ row: after, call: request.call }, { version: versionOf(after, users) });
    });
  },
});

/** The values of the profile, by column. */
const profileOf = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(profileFields, name)));

/** Open links end with the address that they were sent to, which gets a last mail. */
async function changeEmail(service: Service, context: WriteContext, stored: UserRow, email: string): Promise<void> {
  const { store, call } = context;
  await refuseTakenEmail(context, { email }, stored);
  await store.update(user, stored.id, { email, email_key: foldedName(email) });
  await store.remove(accountLinks, is('user_id', stored.id));
  const site = service.liveSite.current();
  const url = mailUrl(site, '/admin');
  if (stored.email === '' || !service.mail.isOn() || !url) return;
  const mail = composeMail(recipientOf(stored), site, (texts) => texts.emailChanged(url));
  await queueNotice(store, mail, call.now, securityMails);
}

export const accountEndpoints: readonly Endpoint[] = [
  endpoint('/users/me', { GET: read, PATCH: changeAccount }),
  ...secretsEndpoints,
];
