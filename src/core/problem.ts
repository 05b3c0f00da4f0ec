// The closed table of refusals. `<resource>` in a code or message is filled in from the problem's data.
// Codes are part of the interface: they are never renamed and never reused.

export const problems = {
  'no-route': { code: 'rest_no_route', http: 404, message: 'No route matches this address and method.' },
  'wrong-method': {
    code: 'rest_method_not_allowed',
    http: 405,
    message: 'This address does not answer that method; see the Allow header.',
  },
  'missing-params': { code: 'rest_missing_callback_param', http: 400, message: 'Missing parameter(s): <names>.' },
  'invalid-params': { code: 'rest_invalid_param', http: 400, message: 'Invalid parameter(s): <names>.' },
  'invalid-json': { code: 'rest_invalid_json', http: 400, message: 'The body is not valid JSON: <reason>.' },
  'bad-request': { code: 'rest_bad_request', http: 400, message: 'The request cannot be read: <reason>.' },
  'bad-callback': {
    code: 'rest_callback_invalid',
    http: 400,
    message: 'A JSONP callback is word characters and dots.',
  },
  'invalid-namespace': { code: 'rest_invalid_namespace', http: 404, message: 'There is no such namespace here.' },
  unauthorized: { code: 'rest_forbidden', http: 401, message: 'You must sign in to do that.' },
  'not-signed-in': { code: 'rest_not_logged_in', http: 401, message: 'You are not signed in.' },
  forbidden: { code: 'rest_forbidden', http: 403, message: 'You may not do that.' },
  'wrong-credentials': {
    code: 'incorrect_password',
    http: 401,
    message: 'The user name or the application password is wrong.',
  },
  'wrong-csrf': {
    code: 'rest_cookie_invalid_nonce',
    http: 403,
    message: 'A change with a session cookie needs the X-CSRF-Token header of that session.',
  },
  'wrong-nonce': {
    code: 'rest_cookie_invalid_nonce',
    http: 403,
    message: 'The nonce is not valid. Send the request without it, or sign in again.',
  },
  throttled: {
    code: 'rest_too_many_requests',
    http: 429,
    message: 'Too many attempts. Wait <seconds> s and try again.',
  },
  'rate-limited': {
    code: 'rest_too_many_requests',
    http: 429,
    message: 'Rate limit exceeded. Wait <seconds> s and try again.',
  },
  'not-found': { code: 'rest-<resource>-not-found', http: 404, message: 'There is no such <resource>.' },
  'other-kind': {
    code: 'rest-invalid-<resource>-id',
    http: 400,
    message: 'That id belongs to another kind of record.',
  },
  'not-accessible': { code: '<resource>-not-accessible', http: 403, message: 'This <resource> is not public.' },
  trashed: { code: '<resource>-no-longer-available', http: 403, message: 'This <resource> is in the trash.' },
  gone: { code: '<resource>-no-longer-available', http: 410, message: 'This <resource> is in the trash.' },
  protected: {
    code: '<resource>-password-protected',
    http: 403,
    message: 'This <resource> needs its password: add ?password=….',
  },
  'not-created': {
    code: 'could-not-create-<resource>',
    http: 400,
    message: 'The details of the new <resource> need a name.',
  },
  'in-trash': { code: '<resource>-is-in-trash', http: 410, message: 'This <resource> is already in the trash.' },
  'no-page': { code: '<resource>-archive-page-not-found', http: 404, message: 'The list has fewer pages than that.' },
  'no-term': { code: 'rest_term_invalid', http: 404, message: 'There is no such term.' },
  'no-taxonomy': { code: 'rest_taxonomy_invalid', http: 404, message: 'There is no such taxonomy.' },
  'no-status': { code: 'rest_status_invalid', http: 404, message: 'There is no such status.' },
  'no-post': { code: 'rest_post_invalid_id', http: 404, message: 'There is no record with this id.' },
  'no-comment': { code: 'rest_comment_invalid_id', http: 404, message: 'There is no record with this id.' },
  'no-post-page': {
    code: 'rest_post_invalid_page_number',
    http: 400,
    message: 'The list has fewer pages than that.',
  },
  'context-unauthorized': {
    code: 'rest_forbidden_context',
    http: 401,
    message: 'Sign in to read with context=edit.',
  },
  'context-forbidden': {
    code: 'rest_forbidden_context',
    http: 403,
    message: 'Only people who may edit a record can read it with context=edit.',
  },
  'user-unauthorized': { code: 'rest_user_cannot_view', http: 401, message: 'Sign in to read your own profile.' },
  'user-forbidden': { code: 'rest_user_cannot_view', http: 403, message: 'You can only read your own profile here.' },
  'wrong-post-password': {
    code: 'rest_post_incorrect_password',
    http: 403,
    message: 'The password of this record is wrong.',
  },
  'needs-force': {
    code: 'rest_trash_not_supported',
    http: 501,
    message: 'These records have no trash: add force=true to delete permanently.',
  },
  'no-type': { code: 'rest_type_invalid', http: 404, message: 'There is no such type of record.' },
  'term-exists': { code: 'term_exists', http: 400, message: 'A term with this name already stands at this place.' },
  'flat-taxonomy': { code: 'rest_taxonomy_not_hierarchical', http: 400, message: 'Tags have no parent.' },
  'own-account': { code: 'rest_own_account', http: 403, message: 'Nobody removes their own account.' },
  'last-administrator': {
    code: 'rest_last_administrator',
    http: 409,
    message: 'There would be no administrator left: make someone else one first.',
  },
  stale: { code: 'rest_precondition_failed', http: 412, message: 'The record has changed since: read it again first.' },
  'key-reused': {
    code: 'rest_idempotency_key_reused',
    http: 422,
    message: 'This Idempotency-Key was used for another request: take a new one.',
  },
  'too-large': { code: 'rest_body_too_large', http: 413, message: 'The body is larger than <limit>.' },
  overloaded: { code: 'rest_unavailable', http: 503, message: 'The service is busy: try again in a moment.' },
  'disk-failure': {
    code: 'rest_unavailable',
    http: 503,
    message: 'The disk is full or cannot be written to: try the change again later.',
  },
  internal: { code: 'internal_server_error', http: 500, message: 'Something went wrong on our side.' },
} as const;

export type ProblemName = keyof typeof problems;

export interface ProblemData {
  /** Fills `<resource>` in codes; in messages, too, unless there is a noun for people. */
  readonly resource?: string;
  readonly noun?: string;
  readonly names?: string;
  readonly reason?: string;
  readonly limit?: string;
  readonly seconds?: number;
  /** What stands in `data` of the answer beside `status`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Problem extends Error {
  readonly code: string;
  readonly http: number;

  constructor(
    readonly problem: ProblemName,
    readonly details: ProblemData = {},
  ) {
    const { code, http, message } = problems[problem];
    super(fill(message, details.noun ? { ...details, resource: details.noun } : details));
    this.code = fill(code, details);
    this.http = http;
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

const fill = (text: string, details: ProblemData): string =>
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

export function invalidParams(faults: Readonly<Record<string, Invalid>>): Problem {
  const entries = Object.entries(faults);
  const coded = entries.filter(([, fault]) => fault.code !== undefined);
  return new Problem('invalid-params', {
    names: entries.map(([name]) => name).join(', '),
    extra: {
      params: Object.fromEntries(entries.map(([name, fault]) => [name, fault.message])),
      details: coded.length
        ? Object.fromEntries(coded.map(([name, { code, message }]) => [name, { code, message, data: { param: name } }]))
        : [],
    },
  });
}

export const invalidParam = (name: string, message: string): Problem => invalidParams({ [name]: new Invalid(message) });

export function missingParams(names: readonly string[]): Problem {
  return new Problem('missing-params', { names: names.join(', '), extra: { params: names } });
}
