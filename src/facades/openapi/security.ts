// The authentication schemes. GET requests need none; authenticated ones may return more.
import type { Method } from '../../core/facade.js';

export const securitySchemes = {
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'Username and application password. Spaces in the password are ignored.',
  },
  token: { type: 'http', scheme: 'bearer', description: 'An application password as a bearer token.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'almanac_session',
    description: 'Session cookie of a signed-in browser.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'CSRF token of the session. Required for changes with the session cookie.',
  },
} as const;

/** Only where there are feeds. */
export const feedSecurityScheme = {
  feedKey: { type: 'apiKey', in: 'query', name: 'key', description: 'Feed key of a user. Reads feeds only.' },
} as const;

const passwords = [{ applicationPassword: [] }, { token: [] }];

export const securityFor = (method: Method, isFeed = false) =>
  method === 'GET'
    ? [{}, ...passwords, { session: [] }, ...(isFeed ? [{ feedKey: [] }] : [])]
    : [...passwords, { session: [], csrf: [] }];
