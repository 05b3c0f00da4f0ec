// The shortest way from a public request to a cached response: before routing.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Serve } from './crowd.js';
import type { Found, Shelf } from './public-lookup.js';
import type { Requests } from './requests.js';

function send({ method }: IncomingMessage, response: ServerResponse, { http, wire, isUnchanged }: Found): void {
  const bare = isUnchanged || method === 'HEAD';
  response.writeHead(http, isUnchanged ? wire.bare : wire.headers).end(bare ? undefined : wire.body);
}

export interface FastPath {
  readonly shelf: Shelf;
  readonly requests: Requests;
  /** The way of every request that has no cached response. */
  readonly otherwise: Serve;
  readonly logError: (error: unknown) => void;
}

/** Answers requests from the cache, and hands on the others. Whatever fails here, the request takes the normal path. */
export function fastPath({ shelf, requests, otherwise, logError }: FastPath): Serve {
  function lookUp(request: IncomingMessage): Found | undefined | Promise<Found | undefined> {
    try {
      const wish = shelf.wishOf(request);
      return wish && shelf.find(wish);
    } catch (error) {
      logError(error);
      return undefined;
    }
  }

  /** Whether the response is on its way. */
  function isSent(found: Found, request: IncomingMessage, response: ServerResponse): boolean {
    try {
      send(request, response, found);
    } catch (error) {
      logError(error);
    }
    return response.headersSent;
  }

  function answer(found: Found | undefined, request: IncomingMessage, response: ServerResponse, began: number): void {
    if (!found || !isSent(found, request, response)) {
      otherwise(request, response);
      return;
    }
    const seconds = (performance.now() - began) / 1_000;
    requests.count(request.method, found.route, found.http, seconds);
  }

  return (request, response) => {
    const began = performance.now();
    const found = lookUp(request);
    if (!(found instanceof Promise)) {
      answer(found, request, response, began);
      return;
    }
    const handOn = (later: Found | undefined) => {
      // The client may have closed the connection meanwhile: then there is nobody to answer.
      if (!response.destroyed) answer(later, request, response, began);
    };
    const fail = (error: unknown) => {
      logError(error);
      handOn(undefined);
    };
    found.then(handOn, fail).catch((error: unknown) => {
      logError(error);
      response.destroy();
    });
  };
}
