// Ways in which an old site answers badly.
import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.js';

export const hostileModes = [
  /** Never answers. */
  'silent',
  /** Sends a byte now and then. */
  'slow',
  /** Sends a JSON body without end. */
  'endless',
  /** Sends a page that asks for JavaScript, with status 200. */
  'html',
  /** Redirects into a private network. */
  'redirect',
  /** Cuts the JSON. */
  'broken',
  /** Nests 100,000 lists. */
  'deep',
  /** Answers 429 to every third request. */
  'throttled',
  /** Answers 503 to two of five requests. */
  'failing',
  /** Lists the first record of each page twice, the second time with another title. */
  'twice',
  /** Claims to have a million pages, and repeats the last one. */
  'pages',
  /** Changes a record with each list of events. */
  'changing',
] as const;
export type HostileMode = (typeof hostileModes)[number];

export interface Hostility {
  readonly mode: HostileMode;
  /** Which paths are affected; all by default. */
  readonly path?: RegExp;
}

/** Takes over the response; false if this mode leaves the connection alone. */
export function spoilConnection(mode: HostileMode, count: number, response: ServerResponse): boolean {
  const every = (milliseconds: number, text: string) => {
    const timer = setInterval(() => response.write(text), milliseconds);
    response.on('close', () => clearInterval(timer));
  };
  const jsonType = { 'content-type': 'application/json' };
  switch (mode) {
    case 'silent':
      return true;
    case 'slow':
      response.writeHead(200, jsonType).write('{');
      every(50, ' ');
      return true;
    case 'endless':
      response.writeHead(200, jsonType).write('{"events":[{"title":"');
      every(1, 'a'.repeat(65_536));
      return true;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Just a moment</title><p>Checking your browser.</p>');
      return true;
    case 'redirect':
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return true;
    case 'deep':
      response.writeHead(200, jsonType).end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
      return true;
    case 'throttled':
      if (count % 3 !== 0) return false;
      response.writeHead(429, { 'retry-after': '1', ...jsonType }).end('{"code":"too_many_requests"}');
      return true;
    case 'failing':
      if (count % 5 > 1) return false;
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Error establishing a database connection</h1>');
      return true;
    default:
      return false;
  }
}

/** Changes a good answer. */
export function spoilAnswer(mode: HostileMode, answer: Answer): Answer {
  if (typeof answer.body !== 'string' || !answer.body.startsWith('{')) return answer;
  if (mode === 'broken') return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
  const body = JSON.parse(answer.body);
  const [key, items] = Object.entries(body).find(([, value]) => Array.isArray(value) && value.length > 0) ?? [];
  if (mode === 'twice' && key !== undefined && Array.isArray(items)) {
    const again = { ...items[0], title: 'Seen twice' };
    return { ...answer, body: JSON.stringify({ ...body, [key]: [...items, again] }) };
  }
  if (mode === 'pages' && 'total_pages' in body)
    return { ...answer, body: JSON.stringify({ ...body, total: 50_000_000, total_pages: 1_000_000 }) };
  return answer;
}
