// The WordPress facade `wp/v2`, mounted with the drop-in facade: the WordPress endpoints that calendar clients use, in
// the order of the index.
import type { Facade } from '../../core/facade.js';
import { recordEndpoints, rootEndpoint, staticEndpoints } from '../endpoints.js';
import { errorBody } from '../events/errors.js';
import { dropinSwitches, listHeaders } from '../events/events.js';
import { wordpressPrefix } from '../events/term-links.js';
import { attachmentShape } from './attachment.js';
import { emptyLists } from './empty.js';
import { me, users } from './me.js';
import { postShapes } from './posts.js';
import { siteSettings } from './settings.js';
import { wordpressStatuses } from './statuses.js';
import { wordpressTaxonomies } from './taxonomies.js';
import { termShapes } from './terms.js';
import { wordpressTypes } from './types.js';

const fromCode = [me, users, wordpressTypes, wordpressTaxonomies, wordpressStatuses, siteSettings, ...emptyLists];

const readOnly = { collection: { GET: 'list' }, record: { GET: 'read' } } as const;
const readAndCreate = { collection: { GET: 'list', POST: 'create' }, record: { GET: 'read' } } as const;

export const wordpressFacade: Facade = {
  ...dropinSwitches,
  name: 'wordpress',
  prefix: wordpressPrefix,
  namespace: 'wp/v2',
  index: '/wp-json/',
  maxPerPage: 100,
  linksNameDefaults: false,
  describesSchema: true,
  schemas: {},
  errorBody,
  listHeaders,
  shapes: [...postShapes, ...termShapes, attachmentShape],
  endpoints: [
    rootEndpoint,
    ...fromCode.flatMap(staticEndpoints),
    ...postShapes.flatMap((shape) => recordEndpoints(shape, readOnly)),
    ...termShapes.flatMap((shape) => recordEndpoints(shape, readAndCreate)),
    ...recordEndpoints(attachmentShape),
  ],
};
