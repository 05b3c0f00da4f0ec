// The shortest way from a public request to a kept answer: before routing, and without a word more than needed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Serve } from '../crowd.js';
import type { Found, Shelf, Wish } from './shelf.js';

function send({ method }: IncomingMessage, response: ServerResponse, { http, wire, isUnchanged }: Found): void {
  const bare = isUnchanged || method === 'HEAD';
  response.writeHead(http, isUnchanged ? wire.bare : wire.headers).end(bare ? undefined : wire.body);
}

/** Answers requests from what is kept, and hands on the others. */
export function fastPath(shelf: Shelf, otherwise: Serve): Serve {
  function answer(wish: Wish, current: boolean, request: IncomingMessage, response: ServerResponse): void {
    const found = current ? shelf.find(wish) : undefined;
    if (found) send(request, response, found);
    else otherwise(request, response);
  }
  return (request, response) => {
    const wish = shelf.wishOf(request);
    if (!wish || !shelf.has(wish)) return otherwise(request, response);
    const current = shelf.isCurrent();
    if (typeof current === 'boolean') answer(wish, current, request, response);
    else void current.then((is) => answer(wish, is, request, response));
  };
}
