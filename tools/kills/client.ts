// Sends the writes of one writer and notes their acknowledgements.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind, States, Write } from './ledger.js';

export interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below the prefix of the native API. */
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Has the same result when it is sent a second time. */
  readonly isRepeatable?: true;
}

/** A request and the writes that it asks for. */
export interface Sent {
  readonly request: Request;
  readonly writes: readonly Write[];
}

/** The service gave no answer, or reported a failure of its own: the outcome is unknown. */
export class Unanswered extends Error {}

/** The service refused the request because it has too much to do. */
export class Busy extends Unanswered {}

/** Another error response. */
export class Refused extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Writer {
  readonly number: number;
  /** Events that it may change, with their ids. */
  readonly events: Map<string, number>;
  /** Without an answer. */
  pending?: Sent | undefined;
  /** The last request that was sent a second time. */
  repeated?: Request;
}

export interface Client {
  readonly read: (path: string) => Promise<unknown>;
  readonly send: (writer: Writer, request: Request, writes: readonly Write[]) => Promise<unknown>;
}

/** Long enough for a machine that has much else to do. */
const timeoutMs = 300_000;

export function openClient(
  url: string,
  headers: Readonly<Record<string, string>>,
  note: (write: Write) => void,
  acknowledge: (write: Write) => void,
): Client {
  const ask = async (method: string, path: string, { body, headers: own }: Partial<Request> = {}) => {
    const response = await fetch(`${url}/cal/events/v1${path}`, {
      method,
      headers: { ...headers, ...own },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unanswered);
    if (response.status === 503) throw new Busy(`${method} ${path}: ${await textOf(response)}`);
    if (response.status >= 500) throw new Unanswered(`${method} ${path}: ${response.status} ${await textOf(response)}`);
    if (!response.ok)
      throw new Refused(response.status, `${method} ${path}: ${response.status} ${await textOf(response)}`);
    return response;
  };
  const read = async (path: string) => jsonOf(await ask('GET', path));
  /** An import that takes long is answered before its end. */
  const finished = async (body: Answer): Promise<Answer> => {
    if (body.state === 'running') {
      await sleep(50);
      return finished(await read(`/imports/${body.id}`));
    }
    if (body.state !== undefined && body.state !== 'finished') throw new Error(`import: ${JSON.stringify(body)}`);
    return body;
  };
  const answer = (write: Write) => {
    write.acknowledgedNs = process.hrtime.bigint();
    acknowledge(write);
  };
  return {
    read,
    send: async (writer, request, writes) => {
      writer.pending = { request, writes };
      const askedNs = process.hrtime.bigint();
      for (const write of writes) note(Object.assign(write, { askedNs }));
      const response = await ask(request.method, request.path, request);
      const isLines = response.headers.get('content-type')?.startsWith('application/x-ndjson');
      const body = isLines ? await readLines(response, writes, answer) : await finished(await jsonOf(response));
      for (const write of writes) if (write.acknowledgedNs === undefined) answer(write);
      writer.pending = undefined;
      return body;
    },
  };
}

const unanswered = (error: unknown): never => {
  throw new Unanswered(String(error), { cause: error });
};

interface Answer {
  readonly id?: number;
  /** Of an import. */
  readonly state?: string;
}

const jsonOf = async (response: Response): Promise<Answer> => JSON.parse(await textOf(response));

const textOf = (response: Response): Promise<string> => response.text().catch(unanswered);

interface ResultLine {
  readonly done?: boolean;
  readonly failed?: number;
}

/** Each line acknowledges one write, in their order. */
async function readLines(response: Response, writes: readonly Write[], answer: (write: Write) => void): Promise<void> {
  const waiting = writes.values();
  let isDone = false;
  const take = (line: string) => {
    const { done, failed } = JSON.parse(line) as ResultLine;
    if (failed) throw new Error(`records of an import failed: ${line}`);
    if (done === false) throw new Unanswered(line);
    if (done) isDone = true;
    const next = done ? undefined : waiting.next().value;
    if (next) answer(next);
  };
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) unanswered(error);
    throw error;
  }
  if (!isDone) throw new Unanswered('the response has no end');
}

/** A write whose records all get new states. */
export const writeOf = (kind: Kind, before: States, after: States): Write => ({ kind, before, after, askedNs: 0n });
