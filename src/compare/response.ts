// The response of one side, read into a form that can be compared. Failures are data: one side may be down for a moment.
import { messageOf } from '../core/error.js';
import type { GuardedRequest, Responded } from '../net/fetch.js';

/** Why the body is not compared. */
export type Fault = 'html' | 'invalid-json' | 'too-deep' | 'unreadable';

export interface SideResponse {
  /** 0 without a response. */
  readonly status: number;
  readonly headers: Responded['headers'];
  readonly body?: unknown;
  readonly fault?: { readonly kind: Fault; readonly text: string };
  /** The final URL, if the request was redirected. */
  readonly redirectedTo?: string;
}

const maxBytes = 10 * 1_048_576;
const seconds = 30;
/** Responses of the API have about ten levels. More would exhaust the stack, and cost memory in parsing. */
const maxDepth = 100;

export interface Side {
  /** Without a slash at its end. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: GuardedRequest;
}

export async function responseOf(
  { base, headers, send }: Side,
  path: string,
  signal?: AbortSignal,
): Promise<SideResponse> {
  const url = `${base}${path}`;
  try {
    const received = await send(url, {
      headers: { accept: 'application/json', ...headers },
      maxBytes,
      seconds,
      ...(signal && { signal }),
    });
    const redirectedTo = received.url.href === new URL(url).href ? {} : { redirectedTo: received.url.href };
    return { status: received.status, headers: received.headers, ...parsedBody(received), ...redirectedTo };
  } catch (error) {
    signal?.throwIfAborted();
    return { status: 0, headers: {}, fault: { kind: 'unreadable', text: messageOf(error) } };
  }
}

function parsedBody({ bytes, headers }: Responded): Pick<SideResponse, 'body' | 'fault'> {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const type = headers['content-type'] ?? '';
  if (/^text\/html|^application\/xhtml/i.test(type) || /^\s*<(!doctype|html)/i.test(text)) {
    return { fault: { kind: 'html', text: titleOf(text) } };
  }
  if (isDeep(text)) return { fault: { kind: 'too-deep', text: `More than ${maxDepth} levels.` } };
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return { fault: { kind: 'invalid-json', text: messageOf(error) } };
  }
}

const titleOf = (html: string): string =>
  /<title[^>]{0,200}>([^<]{0,200})/i.exec(html.slice(0, 10_000))?.[1]?.trim() ?? 'HTML without a title';

/** Counts brackets outside of strings before anything is parsed. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

/** Index of the closing quotation mark. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index;
  }
  return text.length;
}
