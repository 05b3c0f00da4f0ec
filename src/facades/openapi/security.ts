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

const passwords = [{ applicationPassword: [] }, { token: [] }];

export const securityFor = (method: Method) =>
  method === 'GET' ? [{}, ...passwords, { session: [] }] : [...passwords, { session: [], csrf: [] }];
