// Deviations of whole responses: errors, lists of other content, descriptions of the API.
import { type Deviation, isEmptyList, isMissing, isText, object } from './deviation.js';

export const responseDeviations: readonly Deviation[] = [
  {
    id: 'error-messages',
    where: 'errors: `/message`, `/data/params/*`',
    about: 'Messages of errors are Almanac’s own; status and code are the same.',
    pattern: /^\/(message|data\/params\/[^/]+)$/,
    holds: ({ kind, old, new: now }, pair) =>
      kind === 'value' &&
      pair.old.status >= 400 &&
      isText(old) &&
      isText(now) &&
      isText(object(pair.old.body).code) &&
      object(pair.old.body).code === object(pair.new.body).code,
  },
  {
    id: 'error-details',
    where: 'errors: `/data/details`',
    about: 'Errors name the parameters at fault in `data.params` and have no `data.details`.',
    pattern: /^\/data\/details$/,
    holds: (difference, pair) => isMissing(difference) && pair.old.status >= 400,
  },
  {
    id: 'other-content',
    where: '`wp/v2`: `posts`, `pages`, `categories`, `comments`, `users`',
    about: 'Almanac has no posts, pages and comments, and shows no usernames: these lists are empty.',
    pattern: /^(\/\*|x-wp-total(pages)?)$/,
    route: /\/wp\/v2\/(posts|pages|categories|comments|users)$/,
    holds: (_, pair) => isEmptyList(pair.new.body),
  },
  {
    id: 'documentation',
    where: '`/doc`',
    about: 'The documentation of the API is an OpenAPI 3.1 document.',
    pattern: /^\/.+/,
    route: /\/events\/v1\/doc$/,
    holds: (_, pair) => /^3\.1\./.test(String(object(pair.new.body).openapi)),
  },
  {
    id: 'index',
    where: 'the index of routes',
    about: 'The index describes the routes and parameters of Almanac.',
    pattern: /^\/(routes|_links)(\/|$)/,
    route: /\/(tribe\/events\/v1|wp\/v2)$/,
    holds: (_, pair) => {
      const [before, after] = [object(pair.old.body), object(pair.new.body)];
      return isText(after.namespace) && after.namespace === before.namespace;
    },
  },
];
