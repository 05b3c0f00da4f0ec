// The common parts of the shapes of venues and organizers: list, filters, body and read authorization.
import type { Actor } from '../../core/actor.js';
import { after, all, type Condition, everything, linked, not, oneOf, until } from '../../core/condition.js';
import { required } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { looseFlag } from '../../core/kinds/flag.js';
import { identifier } from '../../core/kinds/number.js';
import { nameText, searchedText } from '../../core/kinds/text.js';
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
import { selfQuery } from '../self-query.js';
import { imageBody } from './image.js';
import { readableEvent } from './lookup.js';
import { address, integer, out, type PageOf, pageUrl, stamps, text, unlessEmpty } from './outputs.js';
import { authorizePost, listBody, newestFirst, recordNotFound, statusFilter, withStatus } from './post.js';

/** Readable events; the master of a series only gives its occurrences their texts and links. */
const someEvents = (link: Link, actor: Actor, ...more: readonly Condition[]): Condition =>
  linked(link.table, all(postPolicy.visible(actor, false), until('listing', 1), ...more));

/** Existing clients know the URLs of these lists without it. */
const unnamed = { inUrl: () => undefined };

const contactFilters = (link: Link, many: string): Filters => ({
  search: filter(searchedText, `${many} that contain all these words.`, matchingText, unnamed),
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
    { inUrl: ({ found: { has_events: wanted } }) => (wanted === undefined ? wanted : wanted ? '1' : '0') },
  ),
  only_with_upcoming: filter(
    looseFlag,
    `Only ${many.toLowerCase()} with events that have not ended.`,
    (wanted, _, { actor, now }) => (wanted ? someEvents(link, actor, after('utc_end_date', now)) : everything),
    { documentedDefault: false, ...unnamed },
  ),
  status: statusFilter,
});

type ContactQuery = Query<{ readonly status?: readonly Status[] }>;

const contactList = (path: string, filters: Filters): ListShape => ({
  filters,
  defaultScope: ({ found }: ContactQuery) => withStatus(found.status),
  order: newestFirst,
  selfQuery: selfQuery(filters),
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
    lookedUpBy: ['id', 'slug'],
    readParams: {},
    list: contactList(path, contactFilters(link, capitalized(path))),
    notFound: recordNotFound,
    authorizeRead: authorizePost(true),
    errors: { read: ['gone'] },
  };
};
