// The closed table of errors that a request can end with: status code and English message. Placeholders such as
// `<resource>` are filled in from the problem's data. Each facade maps the names to error codes of its own.
import { capitalized } from './text/capitalized.js';

export const problems = {
  'no-route': [404, 'No route matches this URL and method.'],
  'wrong-method': [405, 'Method not allowed. See the Allow header for supported methods.'],
  'missing-params': [400, 'Missing parameter(s): <names>.'],
  'invalid-params': [400, 'Invalid parameter(s): <names>.'],
  'invalid-json': [400, 'Invalid JSON in the request body: <reason>.'],
  'bad-request': [400, 'Invalid request: <reason>.'],
  'bad-callback': [400, 'Invalid JSONP callback. Use letters, digits, underscores and dots.'],
  'invalid-namespace': [404, 'Namespace not found.'],
  unauthorized: [401, 'Authentication required. Sign in or send an application password.'],
  'not-signed-in': [401, 'You are not signed in.'],
  forbidden: [403, 'You do not have permission to do this.'],
  'wrong-credentials': [401, 'Incorrect username or password.'],
  'second-factor-required': [
    401,
    'Two-step verification is on. Send a code of your authenticator app, or a recovery code.',
  ],
  'wrong-code': [401, 'Incorrect or used code. Enter a current code of your authenticator app, or a recovery code.'],
  'second-factor-active': [409, 'Two-step verification is already on. Turn it off first.'],
  'no-second-factor': [409, 'Two-step verification is not on.'],
  'wrong-feed-key': [401, 'Invalid or revoked feed key. Create a new feed URL in your account.'],
  'wrong-csrf': [403, 'Missing or invalid CSRF token. Send the X-CSRF-Token header of the session.'],
  'wrong-nonce': [403, 'Invalid nonce. Send the request without it or sign in again.'],
  throttled: [429, 'Too many attempts. Wait <seconds> s and try again.'],
  'rate-limited': [429, 'Rate limit exceeded. Wait <seconds> s and try again.'],
  'not-found': [404, '<Resource> not found.'],
  'beyond-horizon': [404, 'The dates of this <resource> exist up to <limit>. Change a later one to create it.'],
  'other-kind': [400, 'This ID belongs to a record of another type.'],
  'not-accessible': [403, 'This <resource> is not public.'],
  trashed: [403, 'This <resource> is in the trash.'],
  gone: [410, 'This <resource> is in the trash.'],
  protected: [403, 'This <resource> is password-protected. Send its password in the password parameter.'],
  'not-created': [400, 'Name is required for the new <resource>.'],
  'in-trash': [410, 'This <resource> is already in the trash.'],
  'no-page': [404, 'Page out of range. The list has fewer pages.'],
  'no-term': [404, 'Term not found.'],
  'no-taxonomy': [404, 'Taxonomy not found.'],
  'no-status': [404, 'Status not found.'],
  'no-post': [404, 'Record not found.'],
  'no-comment': [404, 'Comment not found.'],
  'no-post-page': [400, 'Page out of range. The list has fewer pages.'],
  'context-unauthorized': [401, 'Sign in to use context=edit.'],
  'context-forbidden': [403, 'You need edit permission to use context=edit.'],
  'user-unauthorized': [401, 'Sign in to view your profile.'],
  'user-forbidden': [403, 'You can only view your own profile.'],
  'wrong-post-password': [403, 'Incorrect password.'],
  'needs-force': [501, 'This record cannot be moved to the trash. Use force=true to delete it permanently.'],
  'no-type': [404, 'Type not found.'],
  'term-exists': [400, 'A term with this name already exists at this level.'],
  'flat-taxonomy': [400, 'Tags cannot have a parent.'],
  'own-account': [403, 'You cannot delete your own account.'],
  'last-administrator': [409, 'At least one administrator is required. Make another user an administrator first.'],
  'set-up-already': [409, 'This calendar is already set up. Sign in instead.'],
  'wrong-setup-code': [
    403,
    'Invalid or expired set-up code. Use the code that the last start printed, or run `almanac setup-code` for a new one.',
  ],
  'calendar-not-empty': [
    409,
    'The calendar is not empty. Import into an empty one, or send force=true to replace records by their IDs.',
  ],
  'demo-refused': [409, 'There are events already. The demo calendar is for an empty one.'],
  'sync-token-mismatch': [400, 'This token belongs to other filters, resources or rights. Start again without since.'],
  'sync-token-expired': [410, 'This token has expired. Start again without since.'],
  'mail-off': [
    409,
    'Mail is not set up. An administrator can enter the mail server and the public URL in the settings.',
  ],
  'no-secret-key': [
    409,
    'Secrets cannot be encrypted. Ask the operator to set ALMANAC_SECRET, which webhooks on PostgreSQL need.',
  ],
  'too-many-webhooks': [409, 'Limit of <limit> webhooks reached. Delete one first.'],
  'webhook-disabled': [409, 'This webhook is disabled. Enable it first.'],
  'mail-queue-full': [503, 'Too many mails are waiting to be sent. Try again later.'],
  'geocoder-off': [
    409,
    'No geocoder is set up. Set the position on the map, or ask the operator to set ALMANAC_GEOCODER_URL.',
  ],
  'geocoder-failed': [502, 'The geocoder does not respond. Try again later, or set the position on the map.'],
  'no-email': [409, 'This account has no email address. Add one first.'],
  'reauthentication-required': [403, 'Confirm that it is you: send your current password, or sign in again.'],
  'own-link': [403, 'Change your own password in your account.'],
  'wrong-link': [410, 'This link is invalid, has expired or was already used. Ask for a new one.'],
  'missing-records': [409, 'This version refers to records that no longer exist: <names>. Nothing was restored.'],
  'undo-expired': [409, 'An import can be undone within a day only.'],
  'import-running': [409, 'This import is already running. Wait until it has ended.'],
  'not-undoable': [409, 'This import cannot be undone: it is running, mirrored or a complete copy.'],
  'already-reviewed': [409, 'This <resource> is no longer pending review. Reload the list.'],
  'no-removal': [409, 'No events of this subscription wait for a decision. Reload it.'],
  'unknown-external-id': [400, 'No <resource> has this external ID. Send the fields of a new one.'],
  'external-in-trash': [409, 'This <resource> is in the trash. Send restore=true to restore it.'],
  'external-id-taken': [409, 'Another <resource> has this source and external ID.'],
  'source-reserved': [
    403,
    'The source <names> is reserved for subscriptions and takeovers of sites. Use another name.',
  ],
  'source-not-yours': [403, 'The source <names> belongs to others. Send a source of your own, such as <reason>.'],
  mirrored: [409, 'This record mirrors <names>. Change it there, or finish the mirror first.'],
  'failed-reference': [424, 'The operation <names>, which this one refers to, has failed.'],
  stale: [412, 'The record has changed. Reload it and try again.'],
  'key-reused': [422, 'This Idempotency-Key was used for a different request. Use a new key.'],
  'request-timeout': [408, 'The request took too long to arrive. Send it again.'],
  'headers-too-large': [431, 'Request headers too large. The limit is <limit>.'],
  'too-large': [413, 'Request body too large. The limit is <limit>.'],
  overloaded: [503, 'The service is busy. Try again in a moment.'],
  'too-costly': [503, 'This request takes too long. Ask for fewer words or days.'],
  'disk-failure': [503, 'The disk is full or not writable. Try again later.'],
  internal: [500, 'Internal server error. Try again later.'],
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
    const [statusCode, message] = problems[problem];
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

/** The result of the work, or that of `handle` for an invalid value. Other errors are thrown. */
export function catchInvalid<Result, Other>(work: () => Result, handle: (fault: Invalid) => Other): Result | Other {
  try {
    return work();
  } catch (error) {
    if (error instanceof Invalid) return handle(error);
    throw error;
  }
}

/** Undefined for an invalid value. */
export const ifValid = <Result>(work: () => Result): Result | undefined => catchInvalid(work, () => undefined);

/** Reports an invalid value as that of the parameter. */
export const readParam = <Result>(name: string, read: () => Result): Result =>
  catchInvalid(read, (fault): never => {
    throw invalidParams({ [name]: fault });
  });

export const wrongType = (message: string): Invalid => new Invalid(message, 'rest_invalid_type');

/** A parameter names a record that does not exist or that the caller may not read. */
export const unknownRecord = (noun: string): Invalid => new Invalid(`${capitalized(noun)} not found.`);

export const invalidParams = (faults: Readonly<Record<string, Invalid>>): Problem =>
  new Problem('invalid-params', { names: Object.keys(faults).join(', '), faults });

export const invalidParam = (name: string, message: string): Problem => invalidParams({ [name]: new Invalid(message) });

export const missingParams = (names: readonly string[]): Problem =>
  new Problem('missing-params', { names: names.join(', '), missing: names });
