// `tribe_events`, `tribe_venue`, `tribe_organizer`: records as read-only WordPress posts.
import type { Call } from '../../core/call.js';
import { all, type Condition, everything, is, linked, not, oneOf, until } from '../../core/condition.js';
import { type Given, optional } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { statusList } from '../../core/kinds/choice.js';
import { ids } from '../../core/kinds/number.js';
import { credentialText } from '../../core/kinds/text.js';
import type { Model } from '../../core/model.js';
import { Problem } from '../../core/problem.js';
import type { Body, Shape, View } from '../../core/shape.js';
import { isUnreleased, type Status } from '../../core/status.js';
import { linkedIds, type Row, type RowIn } from '../../core/store.js';
import { firstWords, paragraphs, plainText } from '../../core/text/html.js';
import type { imageColumns } from '../../models/families/image.js';
import type { postColumns } from '../../models/families/post.js';
import { withoutFeeds } from '../events/events.js';
import { address, integer, out, pageUrl, text } from '../events/outputs.js';
import { withStatus } from '../events/post.js';
import { matchingText } from '../search.js';
import { classList } from './class-list.js';
import {
  commonFilters,
  editable,
  orderFilters,
  postFilters,
  postOrder,
  refuseUnsupported,
  searchFilter,
} from './collection.js';
import { contextFor, isEditing } from './context.js';
import { metaSchema } from './meta.js';
import { authorizeReader, isProtected } from './reading.js';
import { type RecordTerms, type RecordType, recordTypes } from './records.js';
import { dateGmt, dateIn, escaped, linkTo, rendered } from './rendered.js';

type PostedRow = RowIn<typeof postColumns & typeof imageColumns> & { readonly excerpt?: string };

const object = { type: 'object' };

const termFilters = ({ terms }: RecordType): Filters =>
  Object.fromEntries(
    terms.flatMap(({ taxonomy: { base }, link }) => {
      const withTerms = (found: readonly number[]) => linked(link.table, oneOf('id', found));
      return [
        [base, filter(ids, `Records with any of these ${base}. IDs.`, withTerms)],
        [`${base}_exclude`, filter(ids, `Records with none of these ${base}. IDs.`, (found) => not(withTerms(found)))],
      ];
    }),
  );

const sortable = (titleKey: string) => ({
  author: 'author',
  date: 'date_utc',
  id: 'id',
  modified: 'modified_utc',
  slug: 'slug',
  title: titleKey,
});

const filtersOf = (type: RecordType): Filters =>
  refuseUnsupported('posts', {
    ...commonFilters('write', type.withSlug),
    search: searchFilter('Records that contain all these words.', matchingText),
    ...postFilters,
    ...orderFilters([...Object.keys(sortable('')), 'include'], 'desc', 'date'),
    status: filter(statusList, 'Comma-separated statuses, or `any`.', undefined, { documentedDefault: 'publish' }),
    ...termFilters(type),
  });

/** Published records by default. Records hidden from listings only with `context=edit`. */
const defaultScope =
  ({ columns, policy }: Model) =>
  (query: Query<Given & { readonly status?: readonly Status[] }>, { actor }: Call): Condition => {
    const { status = ['publish'] } = query.found;
    return all(
      withStatus(status),
      editable(query, policy.changeable(actor)),
      'listing' in columns ? (isEditing(query.found) ? until('listing', 1) : is('listing', 0)) : everything,
    );
  };

const termIds = (row: Row, { field }: RecordTerms): readonly number[] => linkedIds(row, field);

function linksOf(row: PostedRow, view: View, { page, terms }: RecordType) {
  const to = (path: string) => linkTo(view, path);
  const shown = !isProtected(row, view);
  return {
    self: [to(`${page.type}/${row.id}`)],
    collection: [to(page.type)],
    about: [to(`types/${page.type}`)],
    ...(shown && row.image_id && { 'wp:featuredmedia': [{ embeddable: true, ...to(`media/${row.image_id}`) }] }),
    ...(shown &&
      terms.length && {
        'wp:term': terms.map(({ taxonomy: { name, base } }) => ({
          taxonomy: name,
          embeddable: true,
          ...to(`${base}?post=${row.id}`),
        })),
      }),
  };
}

/** The beginning of the text if there is no excerpt. */
function excerptOf({ excerpt = '', description }: PostedRow): string {
  if (excerpt !== '') return paragraphs(excerpt);
  return paragraphs(firstWords(escaped(plainText(description)), ' [&hellip;]'));
}

function postBody(type: RecordType): Body {
  const { page, title, terms } = type;
  const guarded = (row: PostedRow, view: View, shown: string, raw: string) => {
    const hidden = isProtected(row, view);
    return { ...rendered(hidden ? '' : shown, raw, view), protected: hidden };
  };
  return {
    id: out(integer, (row) => row.id),
    date: out<PostedRow>(text, (row, view) => dateIn(row.date_utc, view)),
    date_gmt: out<PostedRow>({ type: ['string', 'null'] }, (row) =>
      isUnreleased(row.status) ? null : dateGmt(row.date_utc),
    ),
    guid: out<PostedRow>(object, (row, view) => ({ rendered: pageUrl(row, view, { ...page, path: page.slug }) })),
    modified: out<PostedRow>(text, (row, view) => dateIn(row.modified_utc, view)),
    modified_gmt: out<PostedRow>(text, (row) => dateGmt(row.modified_utc)),
    slug: out<PostedRow>(text, (row) => page.slug?.(row) ?? row.slug),
    status: out<PostedRow>(text, (row) => row.status),
    type: out(text, () => page.type),
    link: out<PostedRow>(address, (row, view) => pageUrl(row, view, page)),
    title: out(object, (row, view) => rendered(escaped(String(row[title])), String(row[title]), view)),
    content: out<PostedRow>(object, (row, view) => guarded(row, view, paragraphs(row.description), row.description)),
    excerpt: out<PostedRow>(object, (row, view) => guarded(row, view, excerptOf(row), row.excerpt ?? '')),
    author: out<PostedRow>(integer, (row) => row.author),
    featured_media: out<PostedRow>(integer, (row, view) => (isProtected(row, view) ? 0 : row.image_id)),
    template: out(text, () => ''),
    meta: out<PostedRow>(metaSchema, (row, view) => type.meta(row, view, isProtected(row, view))),
    ...Object.fromEntries(
      terms.map((one) => [
        one.taxonomy.base,
        out<PostedRow>({ type: 'array', items: integer }, (row, view) =>
          isProtected(row, view) ? [] : termIds(row, one),
        ),
      ]),
    ),
    class_list: out<PostedRow>({ type: 'array', items: text }, (row, view) =>
      classList(row, type, isProtected(row, view)),
    ),
    _links: out<PostedRow>(object, (row, view) => linksOf(row, view, type)),
  };
}

function reshaped(type: RecordType): Shape {
  const { page, titleKey, terms, linked = [] } = type;
  const { model } = type.shape;
  return {
    ...type.shape,
    path: page.type,
    lookedUpBy: ['id'],
    links: [...terms.map(({ field }) => field), ...linked],
    readParams: {
      context: optional(contextFor('write'), '`edit` for callers who may edit the record.'),
      ...('password' in model.columns && {
        password: optional(credentialText, 'Password of a password-protected record.'),
      }),
    },
    list: {
      ...type.shape.list,
      filters: filtersOf(type),
      defaultScope: defaultScope(model),
      order: postOrder(sortable(titleKey)),
      pastEnd: 'no-post-page',
      body: ({ items }) => items,
    },
    notFound: () => new Problem('no-post'),
    body: postBody(type),
    authorizeRead: authorizeReader,
  };
}

export const postShapes: readonly Shape[] = recordTypes.map(reshaped).map(withoutFeeds);
