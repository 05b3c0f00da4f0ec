// `statuses`: `publish` for everyone, the others for callers with the right to write.
import { may } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import { isUnreleased, type Status } from '../../core/status.js';
import type { StaticEndpoint } from '../endpoints.js';
import { withContext } from './context.js';
import { named } from './named.js';
import { linkTo } from './rendered.js';

const names: readonly { readonly slug: Status; readonly name: string }[] = [
  { slug: 'publish', name: 'Published' },
  { slug: 'future', name: 'Scheduled' },
  { slug: 'draft', name: 'Draft' },
  { slug: 'pending', name: 'Pending' },
  { slug: 'private', name: 'Private' },
  { slug: 'trash', name: 'Trash' },
];

const statusBody = ({ slug, name }: (typeof names)[number], call: Call) => ({
  name,
  public: slug === 'publish',
  queryable: slug === 'publish',
  slug,
  date_floating: isUnreleased(slug),
  _links: { archives: [linkTo(call, 'posts')] },
});

export const wordpressStatuses: StaticEndpoint = withContext({
  path: 'statuses',
  byName: 'slug',
  answer: (call, { part }) => {
    const readable = names.filter(({ slug }) => slug === 'publish' || may(call.actor, 'write'));
    return named(readable, part, 'no-status', (status) => statusBody(status, call));
  },
});
