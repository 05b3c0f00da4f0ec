// The caller's own account, and the secrets of users.
import { readCookie } from '../auth/identify.js';
import { cookieName, endOthers } from '../auth/sessions.js';
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { mailUrl } from '../core/mail.js';
import { present, recordView } from '../core/present.js';
import { missingParams } from '../core/problem.js';
import { recordRevisions } from '../core/revision.js';
import { lockRecord } from '../core/store.js';
import { profileFields } from '../facades/profile-fields.js';
import { composeMail } from '../i18n/mail/compose.js';
import { accountLinks, keyOf, type UserRow, users } from '../models/account/account.js';
import { lockAccounts, refuseTakenEmail } from '../models/account/overrides.js';
import { recipientOf } from '../models/account/profile.js';
import { user } from '../models/account/user.js';
import { queueNotice, securityMails } from '../operations/mail.js';
import { ownerOf, readUser, revokeSecrets, secretHandlers } from './account-secrets.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import { wrongPassword } from './reauthentication.js';
import type { ApiRequest } from './request.js';
import { type ApiResponse, versionOf } from './response.js';
import type { Service } from './service.js';

const userResponse = (row: UserRow, { call }: ApiRequest): ApiResponse => ({
  statusCode: 200,
  headers: {},
  body: present(shapeOf(call.facade, user.name).body, row, recordView(row, call, 'read')),
  version: versionOf(row, users),
});

const readAccount: Handler = async (service, request) =>
  userResponse(await readUser(service.store, ownerOf(request)), request);

/** The password, the email address, which resets it, and revoking all secrets require the current password: a stolen session is not enough. */
const changeAccount: Handler = async (service, request, given) => {
  const id = ownerOf(request);
  await spendWriteToken(service, request.call.actor);
  const { secrets } = request.context;
  const stored = await readUser(service.store, id);
  const { current_password, password, email, revoke = false } = given;
  const needsPassword = password !== undefined || revoke || (email !== undefined && email !== stored.email);
  if (needsPassword && current_password === undefined) throw missingParams(['current_password']);
  // Failures count against the same limit as failed sign-ins.
  const isVerified = current_password !== undefined;
  if (isVerified && !(await secrets.verify(stored.password, String(current_password), keyOf(stored.name))))
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
    await recordRevisions(store, request.call, [{ model: user, id, before: current, after, alongside: [] }]);
    return userResponse(after, request);
  });
};

/** The values of the profile, by column. */
const profileOf = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(profileFields, name)));

/** Open links end with the address that they were sent to, which gets a last mail. */
async function changeEmail(service: Service, context: WriteContext, stored: UserRow, email: string): Promise<void> {
  const { store, call } = context;
  await refuseTakenEmail(context, { email }, stored);
  await store.update(user, stored.id, { email, email_key: keyOf(email) });
  await store.remove(accountLinks, is('user_id', stored.id));
  const site = service.liveSite.current();
  const url = mailUrl(site, '/admin');
  if (stored.email === '' || !service.mail.isOn() || !url) return;
  const mail = composeMail(recipientOf(stored), site, (texts) => texts.emailChanged(url));
  await queueNotice(store, mail, call.now, securityMails);
}

export const accountHandlers: CustomHandlers = {
  account: { GET: readAccount, PATCH: changeAccount },
  ...secretHandlers,
};
