// The error body of the events facade. Its codes are part of the API: never rename or reuse one.
import { fill, type Invalid, type Problem, type ProblemName } from '../../core/problem.js';

/** `<resource>` is filled in with the name of the model. */
const codes: Readonly<Record<ProblemName, string>> = {
  'no-route': 'rest_no_route',
  'wrong-method': 'rest_method_not_allowed',
  'missing-params': 'rest_missing_callback_param',
  'invalid-params': 'rest_invalid_param',
  'invalid-json': 'rest_invalid_json',
  'bad-request': 'rest_bad_request',
  'bad-callback': 'rest_callback_invalid',
  'invalid-namespace': 'rest_invalid_namespace',
  unauthorized: 'rest_forbidden',
  'not-signed-in': 'rest_not_logged_in',
  forbidden: 'rest_forbidden',
  'wrong-credentials': 'incorrect_password',
  'second-factor-required': 'second_factor_required',
  'wrong-code': 'incorrect_code',
  'second-factor-active': 'second_factor_active',
  'no-second-factor': 'second_factor_inactive',
  'wrong-feed-key': 'rest_invalid_feed_key',
  'wrong-csrf': 'rest_cookie_invalid_nonce',
  'wrong-nonce': 'rest_cookie_invalid_nonce',
  throttled: 'rest_too_many_requests',
  'rate-limited': 'rest_too_many_requests',
  'not-found': 'rest-<resource>-not-found',
  'beyond-horizon': 'rest-<resource>-beyond-horizon',
  'other-kind': 'rest-invalid-<resource>-id',
  'not-accessible': '<resource>-not-accessible',
  trashed: '<resource>-no-longer-available',
  gone: '<resource>-no-longer-available',
  protected: '<resource>-password-protected',
  'not-created': 'could-not-create-<resource>',
  'in-trash': '<resource>-is-in-trash',
  'no-page': '<resource>-archive-page-not-found',
  'no-term': 'rest_term_invalid',
  'no-taxonomy': 'rest_taxonomy_invalid',
  'no-status': 'rest_status_invalid',
  'no-post': 'rest_post_invalid_id',
  'no-comment': 'rest_comment_invalid_id',
  'no-post-page': 'rest_post_invalid_page_number',
  'context-unauthorized': 'rest_forbidden_context',
  'context-forbidden': 'rest_forbidden_context',
  'user-unauthorized': 'rest_user_cannot_view',
  'user-forbidden': 'rest_user_cannot_view',
  'wrong-post-password': 'rest_post_incorrect_password',
  'needs-force': 'rest_trash_not_supported',
  'no-type': 'rest_type_invalid',
  'term-exists': 'term_exists',
  'flat-taxonomy': 'rest_taxonomy_not_hierarchical',
  'own-account': 'rest_own_account',
  'last-administrator': 'rest_last_administrator',
  'set-up-already': 'rest_already_set_up',
  'wrong-setup-code': 'rest_invalid_setup_code',
  'calendar-not-empty': 'rest_not_empty',
  'demo-refused': 'rest_not_empty',
  'sync-token-mismatch': 'sync-token-mismatch',
  'sync-token-expired': 'sync-token-expired',
  'no-secret-key': 'rest_no_secret_key',
  'too-many-webhooks': 'rest_too_many_webhooks',
  'webhook-disabled': 'rest_webhook_disabled',
  'mail-off': 'rest_mail_off',
  'mail-queue-full': 'rest_mail_queue_full',
  'geocoder-off': 'rest_geocoder_off',
  'geocoder-failed': 'rest_geocoder_failed',
  'no-email': 'rest_no_email',
  'reauthentication-required': 'rest_reauthentication_required',
  'own-link': 'rest_own_account',
  'wrong-link': 'rest_invalid_link',
  'missing-records': 'rest_missing_records',
  'unknown-external-id': 'rest_unknown_external_id',
  'external-in-trash': 'rest_external_id_in_trash',
  'external-id-taken': 'rest_external_id_taken',
  'source-reserved': 'rest_source_reserved',
  'source-not-yours': 'rest_source_not_yours',
  'undo-expired': 'rest_undo_expired',
  'import-running': 'rest_import_running',
  'not-undoable': 'rest_import_not_undoable',
  'already-reviewed': '<resource>-already-reviewed',
  'no-removal': 'rest_no_removal',
  mirrored: 'rest_mirrored',
  'failed-reference': 'rest_failed_dependency',
  stale: 'rest_precondition_failed',
  'key-reused': 'rest_idempotency_key_reused',
  'request-timeout': 'rest_request_timeout',
  'headers-too-large': 'rest_headers_too_large',
  'too-large': 'rest_body_too_large',
  overloaded: 'rest_unavailable',
  'too-costly': 'rest_too_costly',
  'disk-failure': 'rest_unavailable',
  internal: 'internal_server_error',
};

export function errorBody(
  { problem, message, statusCode, details }: Problem,
  translate = (sentence: string) => sentence,
) {
  const { faults, missing, extra } = details;
  return {
    code: fill(codes[problem], details),
    message: translate(message),
    data: {
      status: statusCode,
      ...(missing && { params: missing }),
      ...(faults && faultsBody(faults, translate)),
      ...translated(extra ?? {}, translate),
    },
  };
}

/** Faults by parameter; those with an error code also appear under `details`. */
function faultsBody(faults: Readonly<Record<string, Invalid>>, translate: (sentence: string) => string) {
  const entries = Object.entries(faults);
  const details = entries.flatMap(([name, { code, message }]) =>
    code === undefined ? [] : [[name, { code, message: translate(message), data: { param: name } }]],
  );
  return {
    params: Object.fromEntries(entries.map(([name, { message }]) => [name, translate(message)])),
    details: details.length ? Object.fromEntries(details) : [],
  };
}

const translated = (extra: object, translate: (sentence: string) => string) =>
  Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [name, typeof value === 'string' ? translate(value) : value]),
  );
