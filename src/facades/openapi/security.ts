// How callers identify themselves. Reading needs nobody; who is signed in sees more.
import type { Method } from '../../core/facade.js';

export const securitySchemes = {
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'User name and an application password; blanks in the password do not count.',
  },
  token: { type: 'http', scheme: 'bearer', description: 'An application password alone.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'almanac_session',
    description: 'The session of a signed-in browser.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The token of the session, which every change with the cookie needs.',
  },
} as const;

const passwords = [{ applicationPassword: [] }, { token: [] }];

export const securityFor = (method: Method) =>
  method === 'GET' ? [{}, ...passwords, { session: [] }] : [...passwords, { session: [], csrf: [] }];
