// The platform's own namespace beside the drop-in mount: the endpoints that clients of the calendar use besides it, in the
// order in which its index tells them.
import type { Facade } from '../../core/facade.js';
import { recordEndpoints, rootEndpoint, staticEndpoints } from '../endpoints.js';
import { errorBody } from '../events/errors.js';
import { dropinSwitches, listHeaders } from '../events/events.js';
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
  prefix: '/wp-json/wp/v2',
  namespace: 'wp/v2',
  index: '/wp-json/',
  maxPerPage: 100,
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
