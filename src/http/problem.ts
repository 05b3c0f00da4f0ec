// From a thrown value to the error response of the facade. An unexpected error is logged in full, and the client only gets
// `internal`.
import type { FastifyRequest } from 'fastify';
import { codeOf } from '../core/error.js';
import type { Facade } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { translate } from '../i18n/api/translate.js';
import type { ApiResponse } from './response.js';
import { bodyLimit } from './service.js';

/** Problems for the error codes of Fastify. */
const fastifyProblems: Readonly<Record<string, (request: FastifyRequest) => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    new Problem('too-large', { limit: `${Math.round((routeOptions.bodyLimit ?? bodyLimit) / 1_048_576)} MiB` }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('bad-request', { reason: 'body length does not match Content-Length' }),
  FST_ERR_BAD_URL: () => new Problem('bad-request', { reason: 'malformed percent-encoding in the URL' }),
  FST_ERR_ASYNC_CONSTRAINT: () => new Problem('no-route'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('no-route'),
};

export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const known = fastifyProblems[codeOf(error)];
  if (known) return known(request);
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (statusCode >= 400 && statusCode < 500) return new Problem('bad-request', { reason: 'malformed request' });
  request.log.error({ err: error }, 'unexpected error');
  return new Problem('internal');
}

/** The error body of the facade, in the language of the caller. */
export const problemResponse = (
  problem: Problem,
  { errorBody }: Pick<Facade, 'errorBody'>,
  language: string | undefined = undefined,
): ApiResponse => ({
  statusCode: problem.statusCode,
  headers: { ...problem.details.headers },
  body: errorBody(problem, (sentence) => translate(sentence, language)),
});
