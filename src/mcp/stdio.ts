// The MCP server on standard input and output: one JSON message per line, without headers.
import { Problem } from '../core/problem.js';
import { bodyLimit, type Service } from '../http/service.js';
import { answer, codes, errorResponse, messageId, type RpcResponse } from './messages.js';
import { identifyCaller, parseMessage, runMethod } from './server.js';

export interface StdioOptions {
  /** Application password; empty for anonymous requests. */
  readonly password: string;
  readonly log: (error: unknown) => void;
}

/** The response to one line; undefined for a notification. Lines are answered one after the other. */
export async function answerLine(
  service: Service,
  line: string,
  { password, log }: StdioOptions,
): Promise<string | undefined> {
  const { body } = await respond(service, line, password, log);
  return body && JSON.stringify(body);
}

async function respond(
  service: Service,
  line: string,
  password: string,
  log: (error: unknown) => void,
): Promise<RpcResponse> {
  const problemOf = (error: unknown): Problem => {
    if (error instanceof Problem) return error;
    log(error);
    return new Problem('internal');
  };
  const message = line.length > bodyLimit ? undefined : parseMessage(line);
  if (message === undefined) return errorResponse(null, { code: codes.parse, message: 'Not valid JSON.' }, 400);
  try {
    await service.liveSite.refresh();
    // Every time: the password may have been revoked.
    const identity = await identifyCaller(service, password === '' ? undefined : `Bearer ${password}`, 'local');
    const caller = { identity, site: service.liveSite.current(), ip: 'local', problemOf };
    return await answer(message, undefined, (rpc) => runMethod(service, caller, rpc));
  } catch (error) {
    const { message: text } = problemOf(error);
    return errorResponse(messageId(message), { code: codes.refused, message: text }, 500);
  }
}
