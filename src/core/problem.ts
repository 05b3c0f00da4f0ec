// The closed table of refusals. `<resource>` in a message is filled in from the problem's data. Each facade has codes of
// its own for them.

export const problems = {
  'no-route': { statusCode: 404, message: 'No route matches this address and method.' },
  'wrong-method': { statusCode: 405, message: 'This address does not answer that method; see the Allow header.' },
  'missing-params': { statusCode: 400, message: 'Missing parameter(s): <names>.' },
  'invalid-params': { statusCode: 400, message: 'Invalid parameter(s): <names>.' },
  'invalid-json': { statusCode: 400, message: 'The body is not valid JSON: <reason>.' },
  'bad-request': { statusCode: 400, message: 'The request cannot be read: <reason>.' },
  'bad-callback': { statusCode: 400, message: 'A JSONP callback is word characters and dots.' },
  'invalid-namespace': { statusCode: 404, message: 'There is no such namespace here.' },
  unauthorized: { statusCode: 401, message: 'You must sign in to do that.' },
  'not-signed-in': { statusCode: 401, message: 'You are not signed in.' },
  forbidden: { statusCode: 403, message: 'You may not do that.' },
  'wrong-credentials': { statusCode: 401, message: 'The user name or the application password is wrong.' },
  'wrong-csrf': {
    statusCode: 403,
    message: 'A change with a session cookie needs the X-CSRF-Token header of that session.',
  },
  'wrong-nonce': { statusCode: 403, message: 'The nonce is not valid. Send the request without it, or sign in again.' },
  throttled: { statusCode: 429, message: 'Too many attempts. Wait <seconds> s and try again.' },
  'rate-limited': { statusCode: 429, message: 'Rate limit exceeded. Wait <seconds> s and try again.' },
  'not-found': { statusCode: 404, message: 'There is no such <resource>.' },
  'other-kind': { statusCode: 400, message: 'That id belongs to another kind of record.' },
  'not-accessible': { statusCode: 403, message: 'This <resource> is not public.' },
  trashed: { statusCode: 403, message: 'This <resource> is in the trash.' },
  gone: { statusCode: 410, message: 'This <resource> is in the trash.' },
  protected: { statusCode: 403, message: 'This <resource> needs its password: add ?password=….' },
  'not-created': { statusCode: 400, message: 'The details of the new <resource> need a name.' },
  'in-trash': { statusCode: 410, message: 'This <resource> is already in the trash.' },
  'no-page': { statusCode: 404, message: 'The list has fewer pages than that.' },
  'no-term': { statusCode: 404, message: 'There is no such term.' },
  'no-taxonomy': { statusCode: 404, message: 'There is no such taxonomy.' },
  'no-status': { statusCode: 404, message: 'There is no such status.' },
  'no-post': { statusCode: 404, message: 'There is no record with this id.' },
  'no-comment': { statusCode: 404, message: 'There is no record with this id.' },
  'no-post-page': { statusCode: 400, message: 'The list has fewer pages than that.' },
  'context-unauthorized': { statusCode: 401, message: 'Sign in to read with context=edit.' },
  'context-forbidden': { statusCode: 403, message: 'Only people who may edit a record can read it with context=edit.' },
  'user-unauthorized': { statusCode: 401, message: 'Sign in to read your own profile.' },
  'user-forbidden': { statusCode: 403, message: 'You can only read your own profile here.' },
  'wrong-post-password': { statusCode: 403, message: 'The password of this record is wrong.' },
  'needs-force': { statusCode: 501, message: 'These records have no trash: add force=true to delete permanently.' },
  'no-type': { statusCode: 404, message: 'There is no such type of record.' },
  'term-exists': { statusCode: 400, message: 'A term with this name already stands at this place.' },
  'flat-taxonomy': { statusCode: 400, message: 'Tags have no parent.' },
  'own-account': { statusCode: 403, message: 'Nobody removes their own account.' },
  'last-administrator': {
    statusCode: 409,
    message: 'There would be no administrator left: make someone else one first.',
  },
  stale: { statusCode: 412, message: 'The record has changed since: read it again first.' },
  'key-reused': { statusCode: 422, message: 'This Idempotency-Key was used for another request: take a new one.' },
  'too-large': { statusCode: 413, message: 'The body is larger than <limit>.' },
  overloaded: { statusCode: 503, message: 'The service is busy: try again in a moment.' },
  'disk-failure': { statusCode: 503, message: 'The disk is full or cannot be written to: try the change again later.' },
  internal: { statusCode: 500, message: 'Something went wrong on our side.' },
} as const;

export type ProblemName = keyof typeof problems;

export interface ProblemData {
  /** Name of the model; fills `<resource>` in codes, and in messages unless there is a noun for people. */
  readonly resource?: string;
  readonly noun?: string;
  readonly names?: string;
  readonly reason?: string;
  readonly limit?: string;
  readonly seconds?: number;
  /** What is wrong with each invalid parameter. */
  readonly faults?: Readonly<Record<string, Invalid>>;
  /** Names of the missing parameters. */
  readonly missing?: readonly string[];
  /** What else a program is told. */
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

/** What a problem with a record of this resource is filled in with. */
export const problemWith = ({ name, noun }: { readonly name: string; readonly noun: { readonly one: string } }) => ({
  resource: name,
  noun: noun.one,
});

/** The store is away or too busy: nobody's mistake, and it passes. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem && (error.problem === 'overloaded' || error.problem === 'disk-failure');

/** The text with `<resource>` and the like filled in. */
export const fill = (text: string, details: ProblemData): string =>
  text.replace(/<(resource|names|reason|limit|seconds)>/g, (_, key: keyof ProblemData) => String(details[key] ?? key));

/** One refused parameter: `type` faults are told with a code of their own, `value` faults by name alone. */
export class Invalid extends Error {
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

export const wrongType = (message: string): Invalid => new Invalid(message, 'rest_invalid_type');

export const invalidParams = (faults: Readonly<Record<string, Invalid>>): Problem =>
  new Problem('invalid-params', { names: Object.keys(faults).join(', '), faults });

export const invalidParam = (name: string, message: string): Problem => invalidParams({ [name]: new Invalid(message) });

export const missingParams = (names: readonly string[]): Problem =>
  new Problem('missing-params', { names: names.join(', '), missing: names });
