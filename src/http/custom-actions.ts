// Endpoints with their own handlers instead of the generic actions: checks the right, parses the fields, calls the handler.
import { type Endpoint, mayCall } from '../core/facade.js';
import { invalidParam, Problem } from '../core/problem.js';
import { parse, refuseFaults } from '../facades/parse.js';
import { accountHandlers } from './account-actions.js';
import { batchHandlers } from './batch/run.js';
import { isDryRun } from './change.js';
import type { CustomHandlers } from './handler.js';
import { importHandlers } from './import-actions.js';
import { accessProblem } from './limits.js';
import { mailHandlers } from './mail-actions.js';
import { ndjsonHandlers } from './ndjson-actions.js';
import { passwordLinkHandlers } from './password-link-actions.js';
import { preferenceHandlers } from './preferences.js';
import { recordActionHandlers } from './record-actions.js';
import { type ApiRequest, changeInput } from './request.js';
import type { ApiResponse } from './response.js';
import { reviewHandlers } from './review-actions.js';
import { revisionHandlers } from './revision-actions.js';
import { secondFactorHandlers } from './second-factor-actions.js';
import type { Service } from './service.js';
import { sessionHandlers } from './session-actions.js';
import { settingsHandlers } from './settings-actions.js';
import { setupHandlers } from './setup-actions.js';
import { sourceHandlers } from './source-actions.js';
import { statisticsHandlers } from './statistics-actions.js';

/** Of two handlers with one name the later would win unnoticed. */
function combined(...parts: readonly CustomHandlers[]): CustomHandlers {
  const names = parts.flatMap((part) => Object.keys(part));
  if (new Set(names).size < names.length) throw new TypeError(`two handlers have the same name: ${names.sort()}`);
  return Object.assign({}, ...parts);
}

const handlers = combined(
  accountHandlers,
  settingsHandlers,
  mailHandlers,
  ndjsonHandlers,
  setupHandlers,
  revisionHandlers,
  importHandlers,
  statisticsHandlers,
  preferenceHandlers,
  recordActionHandlers,
  secondFactorHandlers,
  sessionHandlers,
  reviewHandlers,
  passwordLinkHandlers,
  batchHandlers,
  sourceHandlers,
);

export async function customAction(service: Service, request: ApiRequest, endpoint: Endpoint): Promise<ApiResponse> {
  const { custom = '', takes = {}, operations } = endpoint;
  const { method, call } = request;
  const handler = handlers[custom]?.[method];
  if (!handler || method === 'OPTIONS') throw new Problem('no-route');
  const fields = takes[method] ?? {};
  const { given, faults } = parse(fields, changeInput(request, fields), call, true);
  refuseFaults(faults);
  const { right, noDryRun } = operations?.[method] ?? {};
  if (right !== undefined && !mayCall(call.actor, right)) throw accessProblem(call.actor);
  if (noDryRun && isDryRun(request)) throw invalidParam('dry_run', 'Not available here.');
  return handler(service, request, given, endpoint);
}
