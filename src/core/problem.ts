// The closed table of errors that a request can end with: status code and English message. Placeholders such as
// `<resource>` are filled in from the problem's data. Each facade maps the names to error codes of its own.
import { capitalized } from './text/capitalized.js';

export const problems = {
  'no-route': { statusCode: 404, message: 'No route matches this URL and method.' },
  'wrong-method': { statusCode: 405, message: 'Method not allowed. See the Allow header for supported methods.' },
  'missing-params': { statusCode: 400, message: 'Missing parameter(s): <names>.' },
  'invalid-params': { statusCode: 400, message: 'Invalid parameter(s): <names>.' },
  'invalid-json': { statusCode: 400, message: 'Invalid JSON in the request body: <reason>.' },
  'bad-request': { statusCode: 400, message: 'Invalid request: <reason>.' },
  'bad-callback': { statusCode: 400, message: 'Invalid JSONP callback. Use letters, digits, underscores and dots.' },
  'invalid-namespace': { statusCode: 404, message: 'Namespace not found.' },
  unauthorized: { statusCode: 401, message: 'Authentication required. Sign in or send an application password.' },
  'not-signed-in': { statusCode: 401, message: 'You are not signed in.' },
  forbidden: { statusCode: 403, message: 'You do not have permission to do this.' },
  'wrong-credentials': { statusCode: 401, message: 'Incorrect username or password.' },
  'second-factor-required': {
    statusCode: 401,
    message: 'Two-step verification is on. Send a code of your authenticator app, or a recovery code.',
  },
  'wrong-code': {
    statusCode: 401,
    message: 'Incorrect or used code. Enter a current code of your authenticator app, or a recovery code.',
  },
  'second-factor-active': {
    statusCode: 409,
    message: 'Two-step verification is already on. Turn it off first.',
  },
  'no-second-factor': { statusCode: 409, message: 'Two-step verification is not on.' },
  'wrong-feed-key': {
    statusCode: 401,
    message: 'Invalid or revoked feed key. Create a new feed URL in your account.',
  },
  'wrong-csrf': {
    statusCode: 403,
    message: 'Missing or invalid CSRF token. Send the X-CSRF-Token header of the session.',
  },
  'wrong-nonce': { statusCode: 403, message: 'Invalid nonce. Send the request without it or sign in again.' },
  throttled: { statusCode: 429, message: 'Too many attempts. Wait <seconds> s and try again.' },
  'rate-limited': { statusCode: 429, message: 'Rate limit exceeded. Wait <seconds> s and try again.' },
  'not-found': { statusCode: 404, message: '<Resource> not found.' },
  'beyond-horizon': {
    statusCode: 404,
    message: 'The dates of this <resource> exist up to <limit>. Change a later one to create it.',
  },
  'other-kind': { statusCode: 400, message: 'This ID belongs to a record of another type.' },
  'not-accessible': { statusCode: 403, message: 'This <resource> is not public.' },
  trashed: { statusCode: 403, message: 'This <resource> is in the trash.' },
  gone: { statusCode: 410, message: 'This <resource> is in the trash.' },
  protected: {
    statusCode: 403,
    message: 'This <resource> is password-protected. Send its password in the password parameter.',
  },
  'not-created': { statusCode: 400, message: 'Name is required for the new <resource>.' },
  'in-trash': { statusCode: 410, message: 'This <resource> is already in the trash.' },
  'no-page': { statusCode: 404, message: 'Page out of range. The list has fewer pages.' },
  'no-term': { statusCode: 404, message: 'Term not found.' },
  'no-taxonomy': { statusCode: 404, message: 'Taxonomy not found.' },
  'no-status': { statusCode: 404, message: 'Status not found.' },
  'no-post': { statusCode: 404, message: 'Record not found.' },
  'no-comment': { statusCode: 404, message: 'Comment not found.' },
  'no-post-page': { statusCode: 400, message: 'Page out of range. The list has fewer pages.' },
  'context-unauthorized': { statusCode: 401, message: 'Sign in to use context=edit.' },
  'context-forbidden': { statusCode: 403, message: 'You need edit permission to use context=edit.' },
  'user-unauthorized': { statusCode: 401, message: 'Sign in to view your profile.' },
  'user-forbidden': { statusCode: 403, message: 'You can only view your own profile.' },
  'wrong-post-password': { statusCode: 403, message: 'Incorrect password.' },
  'needs-force': {
    statusCode: 501,
    message: 'This record cannot be moved to the trash. Use force=true to delete it permanently.',
  },
  'no-type': { statusCode: 404, message: 'Type not found.' },
  'term-exists': { statusCode: 400, message: 'A term with this name already exists at this level.' },
  'flat-taxonomy': { statusCode: 400, message: 'Tags cannot have a parent.' },
  'own-account': { statusCode: 403, message: 'You cannot delete your own account.' },
  'last-administrator': {
    statusCode: 409,
    message: 'At least one administrator is required. Make another user an administrator first.',
  },
  'set-up-already': { statusCode: 409, message: 'This calendar is already set up. Sign in instead.' },
  'wrong-setup-code': {
    statusCode: 403,
    message:
      'Invalid or expired set-up code. Use the code that the last start printed, or run `almanac setup-code` for a new one.',
  },
  'calendar-not-empty': {
    statusCode: 409,
    message: 'The calendar is not empty. Import into an empty one, or send force=true to replace records by their IDs.',
  },
  'demo-refused': { statusCode: 409, message: 'There are events already. The demo calendar is for an empty one.' },
  'sync-token-mismatch': {
    statusCode: 400,
    message: 'This token belongs to other filters, resources or rights. Start again without since.',
  },
  'sync-token-expired': { statusCode: 410, message: 'This token has expired. Start again without since.' },
  'mail-off': {
    statusCode: 409,
    message: 'Mail is not set up. Ask the operator to set ALMANAC_SMTP_URL and ALMANAC_BASE_URL.',
  },
  'mail-queue-full': { statusCode: 503, message: 'Too many mails are waiting to be sent. Try again later.' },
  'no-email': { statusCode: 409, message: 'This account has no email address. Add one first.' },
  'reauthentication-required': {
    statusCode: 403,
    message: 'Confirm that it is you: send your current password, or sign in again.',
  },
  'own-link': { statusCode: 403, message: 'Change your own password in your account.' },
  'wrong-link': {
    statusCode: 410,
    message: 'This link is invalid, has expired or was already used. Ask for a new one.',
  },
  'missing-records': {
    statusCode: 409,
    message: 'This version refers to records that no longer exist: <names>. Nothing was restored.',
  },
  'undo-expired': { statusCode: 409, message: 'An import can be undone within a day only.' },
  'import-running': { statusCode: 409, message: 'This import is already running. Wait until it has ended.' },
  'not-undoable': {
    statusCode: 409,
    message: 'This import cannot be undone: it is running, mirrored or a complete copy.',
  },
  'already-reviewed': {
    statusCode: 409,
    message: 'This <resource> is no longer pending review. Reload the list.',
  },
  'no-removal': { statusCode: 409, message: 'No events of this subscription wait for a decision. Reload it.' },
  'unknown-external-id': {
    statusCode: 400,
    message: 'No <resource> has this external ID. Send the fields of a new one.',
  },
  'external-in-trash': {
    statusCode: 409,
    message: 'This <resource> is in the trash. Send restore=true to restore it.',
  },
  'external-id-taken': {
    statusCode: 409,
    message: 'Another <resource> has this source and external ID.',
  },
  'source-reserved': {
    statusCode: 403,
    message: 'The source <names> is reserved for subscriptions and takeovers of sites. Use another name.',
  },
  'source-not-yours': {
    statusCode: 403,
    message: 'The source <names> belongs to others. Send a source of your own, such as <reason>.',
  },
  mirrored: {
    statusCode: 409,
    message: 'This record mirrors <names>. Change it there, or finish the mirror first.',
  },
  'failed-reference': { statusCode: 424, message: 'The operation <names>, which this one refers to, has failed.' },
  stale: { statusCode: 412, message: 'The record has changed. Reload it and try again.' },
  'key-reused': { statusCode: 422, message: 'This Idempotency-Key was used for a different request. Use a new key.' },
  'request-timeout': { statusCode: 408, message: 'The request took too long to arrive. Send it again.' },
  'headers-too-large': { statusCode: 431, message: 'Request headers too large. The limit is <limit>.' },
  'too-large': { statusCode: 413, message: 'Request body too large. The limit is <limit>.' },
  overloaded: { statusCode: 503, message: 'The service is busy. Try again in a moment.' },
  'disk-failure': { statusCode: 503, message: 'The disk is full or not writable. Try again later.' },
  internal: { statusCode: 500, message: 'Internal server error. Try again later.' },
} as const;

export type ProblemName = keyof typeof problems;

export interface ProblemData {
  /** Name of the model; fills `<resource>` in error codes, and in messages unless there is a noun. */
  readonly resource?: string;
  readonly noun?: string;
  readonly names?: string;
  readonly reason?: string;
  readonly limit?: string;
  readonly seconds?: number;
  /** The fault of each invalid parameter, by name. */
  readonly faults?: Readonly<Record<string, Invalid>>;
  /** Names of the missing parameters. */
  readonly missing?: readonly string[];
  /** Further properties of `data` in the error body. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Problem extends Error {
  readonly statusCode: number;

  constructor(
    readonly problem: ProblemName,
    readonly details: ProblemData = {},
  ) {
    const { statusCode, message } = problems[problem];
    super(fill(message, details.noun ? { ...details, resource: details.noun } : details));
    this.statusCode = statusCode;
  }
}

/** The placeholders of a problem with a record of this model. */
export const problemWith = ({ name, noun }: { readonly name: string; readonly noun: { readonly one: string } }) => ({
  resource: name,
  noun: noun.one,
});

/** True while the database or the disk is unavailable: a temporary 503, not a fault of the request. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem && (error.problem === 'overloaded' || error.problem === 'disk-failure');

/** Fills in the placeholders of a message or an error code; `<Resource>` is the resource with a capital letter. */
export const fill = (text: string, details: ProblemData): string =>
  text
    .replace('<Resource>', () => capitalized(details.resource ?? 'record'))
    .replace(/<(resource|names|reason|limit|seconds)>/g, (_, key: keyof ProblemData) => String(details[key] ?? key));

/** The fault of one parameter. With a `code` it also appears under `details` of the error body. */
export class Invalid extends Error {
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

export const wrongType = (message: string): Invalid => new Invalid(message, 'rest_invalid_type');

/** A parameter names a record that does not exist or that the caller may not read. */
export const unknownRecord = (noun: string): Invalid => new Invalid(`${capitalized(noun)} not found.`);

export const invalidParams = (faults: Readonly<Record<string, Invalid>>): Problem =>
  new Problem('invalid-params', { names: Object.keys(faults).join(', '), faults });

export const invalidParam = (name: string, message: string): Problem => invalidParams({ [name]: new Invalid(message) });

export const missingParams = (names: readonly string[]): Problem =>
  new Problem('missing-params', { names: names.join(', '), missing: names });
