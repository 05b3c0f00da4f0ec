// The common parts of the shapes of venues and organizers: list, filters, body and read authorization.
import type { Actor } from '../../core/actor.js';
import { after, all, type Condition, everything, linked, not, oneOf, until } from '../../core/condition.js';
import { required } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { statusList } from '../../core/kinds/choice.js';
import { looseFlag } from '../../core/kinds/flag.js';
import { identifier } from '../../core/kinds/number.js';
import { filterText, nameText } from '../../core/kinds/text.js';
import type { Model } from '../../core/model.js';
import { reference } from '../../core/schema.js';
import type { Body, ListShape, Shape } from '../../core/shape.js';
import type { Status } from '../../core/status.js';
import type { Link } from '../../core/store.js';
import { capitalized } from '../../core/text/capitalized.js';
import { paragraphs } from '../../core/text/html.js';
import type { ContactRow } from '../../models/families/contact.js';
import { postPolicy } from '../../models/families/post.js';
import { matchingText } from '../search.js';
import { imageBody } from './image.js';
import { readableEvent } from './lookup.js';
import { address, integer, out, type PageOf, pageUrl, stamps, text, unlessEmpty } from './outputs.js';
import { authorizePost, listBody, newestFirst, recordNotFound, shownStatus, withStatus } from './post.js';

/** Readable events; the master of a series only gives its occurrences their texts and links. */
const someEvents = (link: Link, actor: Actor, ...more: readonly Condition[]): Condition =>
  linked(link.table, all(postPolicy.visible(actor, false), until('listing', 1), ...more));

const contactFilters = (link: Link, many: string): Filters => ({
  search: filter(filterText, `${many} that contain all these words.`, matchingText),
  event: filter(identifier, `${many} of the event with this ID.`, (id) => linked(link.table, oneOf('id', [id])), {
    lookUp: readableEvent,
  }),
  has_events: filter(
    looseFlag,
    `\`true\` for ${many.toLowerCase()} with events, \`false\` for those without.`,
    (wanted, _, { actor }) => {
      const some = someEvents(link, actor);
      return wanted ? some : not(some);
    },
  ),
  only_with_upcoming: filter(
    looseFlag,
    `Only ${many.toLowerCase()} with events that have not ended.`,
    (wanted, _, { actor, now }) => (wanted ? someEvents(link, actor, after('utc_end_date', now)) : everything),
    { documentedDefault: false },
  ),
  status: filter(statusList, 'Comma-separated statuses, or `any`.'),
});

type ContactQuery = Query<{ readonly status?: readonly Status[]; readonly has_events?: boolean }>;

const contactList = (path: string, link: Link, many: string): ListShape => ({
  filters: contactFilters(link, many),
  defaultScope: ({ found }: ContactQuery) => withStatus(found.status),
  order: newestFirst,
  selfQuery: ({ page, perPage, text, found }: ContactQuery, { actor }) => [
    ['page', String(page)],
    ['per_page', String(perPage)],
    ...(text.event ? [['event', text.event] as const] : []),
    ...(text.has_events !== undefined ? [['has_events', found.has_events ? '1' : '0'] as const] : []),
    ['status', text.status ?? shownStatus(actor)],
  ],
  body: listBody(path),
});

/** The first keys of both bodies. The key of the name is the name of the model. */
export const contactBody = (model: Model, page: PageOf): Body => ({
  id: out(integer, (row) => row.id),
  author: out<ContactRow>(text, (row) => (row.author ? String(row.author) : undefined)),
  ...stamps,
  url: out<ContactRow>(address, (row, view) => pageUrl(row, view, page)),
  [model.name]: out<ContactRow>(text, (row) => row.name),
  description: out<ContactRow>(text, (row) => paragraphs(row.description) || undefined),
  slug: unlessEmpty(out(text, (row) => row.slug)),
  image: out<ContactRow>(reference('Image'), imageBody),
});

/** The field of the record's name. It is called like the model. */
export const nameField = (model: Model, options: { readonly documentedDefault?: null; readonly example: string }) => ({
  [model.name]: required(nameText(1_000), `Name of the ${model.noun.one}.`, { ...options, sets: 'name' }),
});

type ContactDefinition = Pick<Shape, 'schema' | 'about' | 'fields' | 'body'>;

export const contactShape = (model: Model, link: Link, definition: ContactDefinition): Shape => {
  const path = model.noun.many;
  return {
    ...definition,
    model,
    path,
    addressedBy: ['id', 'slug'],
    readParams: {},
    list: contactList(path, link, capitalized(path)),
    notFound: recordNotFound,
    authorizeRead: authorizePost(true),
    errors: { read: ['gone'] },
  };
};
