// The tables of users, of everything that authenticates them, and of idempotent responses.
import { roles } from '../../core/actor.js';
import {
  choiceColumn,
  derived,
  integerColumn,
  jsonColumn,
  secret,
  sparseListColumn,
  sparseTextColumn,
  textColumn,
} from '../../core/column.js';
import { languageCodes } from '../../core/languages.js';
import { plainTable, type RowIn, type Table } from '../../core/store.js';

/** The columns of a user's profile, as a new user has them. */
export const emptyProfile = { email: '', email_key: '', display_name: '', language: '', muted_notices: [] } as const;

/** User names are compared case-insensitively. */
export const foldedName = (name: string): string => name.trim().toLowerCase();
export const isUserName = (name: string): boolean => /^[\p{L}\p{N}_.@ -]{1,60}$/u.test(name);
export const nameRule = 'A username has 1 to 60 letters, digits, spaces or any of _ . @ -';

/** Languages of the console and of mails; empty for that of the browser and of the site. */
export const userLanguages = ['', ...languageCodes] as const;
export type UserLanguage = (typeof userLanguages)[number];

/** Mails that a user can switch off. */
export const notices = ['sign_in', 'pending_event', 'reviewed_event'] as const;
export type Notice = (typeof notices)[number];

export const userColumns = {
  name: textColumn,
  name_key: derived(textColumn),
  role: choiceColumn(roles, 'subscriber'),
  password: secret(textColumn),
  created_utc: derived(textColumn),
  email: textColumn,
  /** Lower case, unique unless empty. */
  email_key: derived(sparseTextColumn),
  display_name: textColumn,
  language: choiceColumn(userLanguages, ''),
  /** Notices that the user does not want. */
  muted_notices: sparseListColumn,
};
/** Tracked, because lists of users are cached and counted like other lists. */
export const users: Table<typeof userColumns> = {
  ...plainTable('users', userColumns),
  trackedColumns: ['name_key', 'role'],
};
export type UserRow = RowIn<typeof userColumns>;

const passwordColumns = {
  user_id: integerColumn,
  label: textColumn,
  digest: secret(textColumn),
  created_utc: textColumn,
};
export const applicationPasswords = plainTable('application_passwords', passwordColumns);
export type ApplicationPasswordRow = RowIn<typeof passwordColumns>;

const feedKeyColumns = {
  user_id: integerColumn,
  label: textColumn,
  digest: secret(textColumn),
  created_utc: textColumn,
  /** Up to an hour older than the last use; empty before the first one. */
  last_used_utc: sparseTextColumn,
};
export const feedKeys = plainTable('feed_keys', feedKeyColumns);
export type FeedKeyRow = RowIn<typeof feedKeyColumns>;

/** `oidc`: by the OpenID Connect provider. */
export const signInMethods = ['password', 'oidc'] as const;
export type SignInMethod = (typeof signInMethods)[number];

const sessionColumns = {
  user_id: integerColumn,
  digest: secret(textColumn),
  csrf: secret(textColumn),
  expires_utc: textColumn,
  /** Empty for sessions of earlier versions, like the columns below. */
  created_utc: textColumn,
  /** Up to an hour older than the last request. */
  last_seen_utc: textColumn,
  ip: textColumn,
  /** Short name such as `Firefox · Windows`. */
  browser: textColumn,
  method: choiceColumn(signInMethods, 'password'),
};
export const sessions = plainTable('sessions', sessionColumns);
export type SessionRow = RowIn<typeof sessionColumns>;

const secondFactorColumns = {
  user_id: integerColumn,
  /** Shared secret of TOTP in Base32. Codes are computed from it, so it cannot be stored as a digest. */
  secret: secret(textColumn),
  created_utc: textColumn,
  /** Empty until the user has entered a first code. */
  confirmed_utc: sparseTextColumn,
  /** Time step of the last accepted code; 0 before the first one. */
  last_step: integerColumn,
};
export const secondFactors = plainTable('second_factors', secondFactorColumns);
export type SecondFactorRow = RowIn<typeof secondFactorColumns>;

/** A used code is deleted. */
export const recoveryCodes = plainTable('recovery_codes', { user_id: integerColumn, digest: secret(textColumn) });

/** Lifetime since the last sign-in; browsers limit that of a cookie to 400 days. */
export const knownBrowserSeconds = 400 * 24 * 3_600;

/** Browsers that a user has signed in with, by a random token in a cookie. */
export const knownBrowsers = plainTable('known_browsers', {
  user_id: integerColumn,
  digest: secret(textColumn),
  last_used_utc: textColumn,
});

/** `invitation`: the first password of a new user; `reset`: a new one for a user who forgot theirs. */
export const linkPurposes = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** One-time links that set a password. */
export const accountLinks = plainTable('account_links', {
  user_id: integerColumn,
  purpose: choiceColumn(linkPurposes, 'reset'),
  digest: secret(textColumn),
  created_utc: textColumn,
  expires_utc: textColumn,
});

/** Requests for a link by users who forgot their password, known or not; `jobs/password-requests.ts` answers them. */
export const passwordRequests = plainTable('password_requests', {
  /** Username or email address, in lower case. */
  user_key: textColumn,
  created_utc: textColumn,
});

const identityColumns = {
  user_id: integerColumn,
  issuer: textColumn,
  /** Name of the user at the issuer, unique and never reused. */
  subject: textColumn,
  created_utc: textColumn,
  last_used_utc: textColumn,
};
/** Users of an OpenID Connect provider. */
export const identities = plainTable('identities', identityColumns);
export type IdentityRow = RowIn<typeof identityColumns>;

/** Sign-ins that have been sent to the OpenID Connect provider, by the digest of a cookie. Each is used once. */
export const pendingSignIns = plainTable('pending_sign_ins', { digest: secret(textColumn), expires_utc: textColumn });

/** Everything that authenticates a user, by `user_id`. */
export const credentialTables = [
  sessions,
  applicationPasswords,
  feedKeys,
  accountLinks,
  secondFactors,
  recoveryCodes,
  knownBrowsers,
  identities,
] as const;

/** Lifetime of a stored response. */
export const idempotencySeconds = 24 * 3_600;

export const idempotentResponses = plainTable('idempotent_responses', {
  user_id: integerColumn,
  route: textColumn,
  idempotency_key: textColumn,
  fingerprint: textColumn,
  status_code: integerColumn,
  headers: jsonColumn<Readonly<Record<string, string>>>({}),
  body: jsonColumn<{ readonly body?: unknown; readonly version?: string | undefined }>({}),
  created_utc: textColumn,
});
