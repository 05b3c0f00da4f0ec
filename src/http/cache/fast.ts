// The shortest way from a public request to a kept answer: before routing, and without a word more than needed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Serve } from '../crowd.js';
import type { Found, Shelf } from './shelf.js';

function send({ method }: IncomingMessage, response: ServerResponse, { http, wire, isUnchanged }: Found): void {
  const bare = isUnchanged || method === 'HEAD';
  response.writeHead(http, isUnchanged ? wire.bare : wire.headers).end(bare ? undefined : wire.body);
}

/** Answers requests from what is kept, and hands on the others. */
export function fastPath(shelf: Shelf, otherwise: Serve): Serve {
  function answer(found: Found | undefined, request: IncomingMessage, response: ServerResponse): void {
    if (found) send(request, response, found);
    else otherwise(request, response);
  }
  return (request, response) => {
    const wish = shelf.wishOf(request);
    const found = wish && shelf.find(wish);
    if (found instanceof Promise) void found.then((later) => answer(later, request, response));
    else answer(found, request, response);
  };
}
