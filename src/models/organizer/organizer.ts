// Organizers: the people and groups behind events.
import { type RowOf, textColumn } from '../../core/column.js';
import { optional, required } from '../../core/field.js';
import { emailText, nameText, plainText } from '../../core/kinds/text.js';
import { website } from '../../core/kinds/web.js';
import type { Question, Resource } from '../../core/resource.js';
import { fold } from '../../core/text/fold.js';
import { plainText as asPlainText } from '../../core/text/html.js';
import { type ImageRow, imageColumns, imageField, settleImage } from '../families/image.js';
import {
  answerPosts,
  invalidAddress,
  newestFirst,
  placeAddress,
  placeFilters,
  placeListed,
} from '../families/place.js';
import {
  admitPost,
  nameKeys,
  type PostRow,
  postColumns,
  postDue,
  postFields,
  postPolicy,
  postWatched,
  reuseKnown,
  settlePost,
  settleSlug,
} from '../families/post.js';
import { eventOrganizers } from '../links.js';
import { knownRecord } from '../lookup.js';
import { organizerBody } from './present.js';

const organizerColumns = {
  ...postColumns,
  ...imageColumns,
  name: textColumn,
  name_key: textColumn,
  phone: textColumn,
  website: textColumn,
  email: textColumn,
};
export type OrganizerRow = PostRow & ImageRow & Omit<RowOf<typeof organizerColumns>, keyof typeof postColumns>;

const unset = { advertised: null };
const contact = ['phone', 'website', 'email'] as const;

function settleOrganizer(question: Question) {
  const { given } = question;
  const stored = question.stored as OrganizerRow | undefined;
  const post = settlePost(question);
  const name = String(given.organizer ?? stored?.name ?? '');
  const texts = Object.fromEntries(contact.map((column) => [column, given[column] ?? stored?.[column] ?? '']));
  const slugs = settleSlug({
    asked: undefined,
    stored,
    status: post.status,
    title: name,
    fallback: 'organizer',
    early: true,
  });
  return { values: { ...post, ...settleImage(question), ...texts, name }, ...(slugs && { slugs }) };
}

export const organizer: Resource = {
  name: 'organizer',
  path: 'organizers',
  schema: 'Organizer',
  about: 'The people and groups behind events.',
  noun: { one: 'organizer', a: 'an organizer', many: 'organizers' },
  table: 'organizers',
  sequence: 'post',
  addressedBy: ['id', 'slug'],
  columns: organizerColumns,
  links: {},
  fields: {
    organizer: required(nameText(1_000), 'Name of the organizer', { ...unset, example: 'Mill Guild' }),
    ...postFields(unset),
    description: { ...postFields(unset).description, example: '<p>Keepers of the mill.</p>' },
    phone: optional(plainText, 'Telephone number', { ...unset, inForm: { group: 'contact' }, example: '555-0101' }),
    website: optional(website, 'Web address', {
      ...unset,
      inForm: { group: 'contact' },
      example: 'https://guild.example/',
    }),
    email: optional(emailText, 'E-mail address, shown to everyone', {
      ...unset,
      inForm: { group: 'contact', help: 'Visible to everyone.' },
      example: 'hello@guild.example',
    }),
    image: imageField(unset),
  },
  readParams: {},
  filters: placeFilters(eventOrganizers, 'Organizers'),
  listed: placeListed,
  order: newestFirst,
  address: placeAddress,
  term: false,
  policy: postPolicy,
  settle: settleOrganizer,
  watched: [...postWatched, 'name_key'],
  spoken: { name: 'organizer', slug: 'slug', description: 'description' },
  spokenKeys: ['name_key'],
  keys: nameKeys,
  searched: ['name', 'description', 'phone', 'email', 'website'],
  texts: (row) => {
    const organizerRow = row as OrganizerRow;
    return {
      ...Object.fromEntries(contact.map((column) => [column, fold(organizerRow[column])])),
      name: fold(organizerRow.name),
      description: fold(asPlainText(organizerRow.description)),
    };
  },
  known: knownRecord(() => organizer),
  removal: 'trash',
  due: postDue,
  unknown: invalidAddress,
  body: organizerBody,
  answerList: answerPosts('organizers'),
  wrap: { admit: admitPost(true), create: reuseKnown },
  refusals: { admit: ['gone'] },
};
