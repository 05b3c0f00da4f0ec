// Forwards messages of standard input to the MCP endpoint of a calendar on the network, for clients that cannot send an
// application password.
import { messageOf } from '../core/error.js';
import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import { codes, errorResponse, messageId, metaName } from './messages.js';

const timeoutMs = 60_000;

/** The headers that a stateless request needs over HTTP. */
function headersOf({ method, params }: Given): Record<string, string> {
  const given = isObject(params) ? params : {};
  const { [metaName('protocolVersion')]: version } = isObject(given._meta) ? given._meta : {};
  if (typeof version !== 'string' || typeof method !== 'string') return {};
  const name = given.name ?? given.uri;
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=` }),
  };
}

/** The response to one line; undefined for a notification. */
export async function forwardLine(url: URL, password: string, line: string): Promise<string | undefined> {
  const message = parsed(line);
  const { id } = message;
  const failed = (text: string): string =>
    JSON.stringify(errorResponse(messageId(message), { code: codes.refused, message: text }, 502).body);
  try {
    const response = await fetch(url, {
      method: 'POST',
      // The password is for this calendar only.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(password !== '' && { authorization: `Bearer ${password}` }),
        ...headersOf(message),
      },
      body: line,
    });
    const text = await response.text();
    if (id === undefined && message.method !== undefined) return undefined;
    const body = parsed(text);
    if (body.jsonrpc !== '2.0') return failed(`${url.host} answered ${response.status}.`);
    // Errors before the message was read have no id.
    return JSON.stringify({ ...body, id: body.id ?? id ?? null });
  } catch (error) {
    return id === undefined ? undefined : failed(`${url.host} cannot be reached: ${messageOf(error)}`);
  }
}

function parsed(text: string): Given {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
