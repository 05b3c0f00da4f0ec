// Sends one request as it is, odd parts included, and reads the whole response.
import { Agent, type IncomingMessage, request as sendHttp } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export interface Got {
  readonly status: number;
  readonly type: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export type Send = (sent: Sent) => Promise<Got>;

/** Streams without an end are read so far. */
const maxChunks = 5_000;
const timeoutMs = 60_000;

export function openClient(address: string): Send {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true });
  const attempt = ({ method, url, headers, body }: Sent, isFirst: boolean): Promise<Got> =>
    new Promise((resolve, reject) => {
      // Node.js sends the body of a DELETE without its length.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { hostname, port, path: url, method, headers: { ...headers, ...length }, timeout: timeoutMs };
      const sending = sendHttp({ ...options, agent: isFirst ? agent : false }, (response) => {
        readAll(response).then(resolve, reject);
      });
      sending.on('timeout', () => sending.destroy(new Error(`no answer in ${timeoutMs / 1_000} s`)));
      sending.on('error', (error: NodeJS.ErrnoException) => {
        // The server had closed the idle connection.
        const isStale = sending.reusedSocket && isFirst && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
        if (isStale) attempt({ method, url, headers, body }, false).then(resolve, reject);
        else reject(error);
      });
      sending.end(body);
    });
  return (sent) => attempt(sent, true);
}

function readAll(response: IncomingMessage): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { statusCode = 0, headers } = response;
    const type = headers['content-type'] ?? '';
    const chunks: Buffer[] = [];
    let isEnough = type.includes('event-stream');
    const got = (text: string): Got => ({ status: statusCode, type, headers, text });
    response.on('data', (chunk: Buffer) => {
      if (chunks.push(chunk) <= maxChunks) return;
      isEnough = true;
      response.destroy();
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      if (isEnough) return resolve(got(''));
      if (!response.complete) return reject(new Error(`the response was cut after ${chunks.length} chunks`));
      try {
        return resolve(got(decoded(Buffer.concat(chunks), headers['content-encoding'])));
      } catch (error) {
        return reject(error);
      }
    });
    if (isEnough) response.destroy();
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
