// A geocoder with configurable responses that records its requests.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Question {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export interface Geocoder {
  url: string;
  asked: Question[];
  /** Status and body of the next responses; the last one repeats. */
  answers: (readonly [number, string])[];
  /** Runs between a request and its response. */
  meanwhile: () => Promise<void>;
}

export const found = (lat: unknown, lon: unknown) => [200, JSON.stringify([{ lat, lon, name: 'There' }])] as const;
export const notFound = [200, '[]'] as const;

/** One for all tests of the block that calls this; each test begins with an empty one. */
export function useGeocoder(): Geocoder {
  const geocoder: Geocoder = { url: '', asked: [], answers: [], meanwhile: async () => undefined };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  const answer = async ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams } = new URL(url, 'http://localhost');
    geocoder.asked.push({ path, query: Object.fromEntries(searchParams), headers });
    const [status, body] = (geocoder.answers.length > 1 ? geocoder.answers.shift() : geocoder.answers[0]) ?? notFound;
    await geocoder.meanwhile();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    geocoder.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => Object.assign(geocoder, { asked: [], answers: [], meanwhile: async () => undefined }));
  afterAll(() => server.close());
  return geocoder;
}
