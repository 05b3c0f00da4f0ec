// Operations with a handler of their own: parses the fields, checks the right, calls the handler.
import { type Endpoint, mayCall } from '../core/facade.js';
import { checkedFields } from '../core/field.js';
import { invalidParam, Problem } from '../core/problem.js';
import { parse, refuseFaults } from '../facades/parse.js';
import { isDryRun } from './change.js';
import type { Handler, Reply } from './handler.js';
import { accessProblem, spendWriteToken } from './limits.js';
import { type ApiRequest, changeInput } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

export async function runOperation(service: Service, request: ApiRequest, endpoint: Endpoint): Promise<ApiResponse> {
  const { method, call } = request;
  const operation = method === 'OPTIONS' ? undefined : endpoint.operations?.[method];
  if (!operation) throw new Problem('no-route');
  const { input = {}, output, right, credentials, cost, dryRun, statusCode = 200 } = operation;
  const isAllowed = mayCall(call.actor, right);
  const { given, faults } = parse(isAllowed ? input : checkedFields(input), changeInput(request, input), call, true);
  refuseFaults(faults);
  if (!isAllowed) throw accessProblem(call.actor);
  if (dryRun === 'refused' && isDryRun(request)) throw invalidParam('dry_run', 'Not available here.');
  if (credentials === 'session' && request.identity.by !== 'cookie') throw new Problem('unauthorized');
  if (method !== 'GET' && right !== 'anyone' && cost !== 'own') await spendWriteToken(service, call.actor);
  const reply: Reply<never> = (source, more) => ({ statusCode, headers: {}, body: output.of(source), ...more });
  return (operation.handler as Handler<never>)(service, request, given, reply, endpoint);
}
