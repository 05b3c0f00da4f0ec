// The media library. Writers see all images, everyone else those of public records and those that no record uses, which only
// users who may publish can store; the files themselves are public.
import { may } from '../../core/actor.js';
import { everything, is, nothing } from '../../core/condition.js';
import { externalFields } from '../../core/external.js';
import type { Model, Policy, SettleInput } from '../../core/model.js';
import type { Picture } from '../../core/picture.js';
import { fold } from '../../core/text/fold.js';
import { stripTags } from '../../core/text/html.js';
import { slugify } from '../../core/text/slug.js';
import { type MediaRow, type mediaColumns, mediaTable } from './columns.js';
import { createWithFiles, findPicture, removeWithFiles } from './overrides.js';
import type { PreparedFile } from './prepare.js';
import { isPublicImage } from './usage.js';

const mediaPolicy: Policy = {
  change: 'publish',
  visible: (actor) => (may(actor, 'write') ? everything : isPublicImage),
  changeable: (actor) => {
    if (may(actor, 'edit-others')) return everything;
    return may(actor, 'publish') ? is('author', actor.id) : nothing;
  },
};

/** An image whose files are already stored. */
export type NewFile = Picture & Pick<PreparedFile, 'name' | 'origin'>;

type MediaGiven = {
  readonly file?: NewFile;
  readonly slug?: string;
  readonly title?: string;
  readonly alt_text?: string;
  readonly caption?: string;
  readonly author?: number;
};

function settleMedia({ given, stored, call }: SettleInput<MediaRow, MediaGiven>) {
  const { file, slug, author, ...texts } = given;
  const changed = {
    ...(texts.title !== undefined && { title: texts.title }),
    ...(texts.alt_text !== undefined && { alt_text: texts.alt_text }),
    ...(texts.caption !== undefined && { caption: texts.caption }),
    ...(author !== undefined && { author }),
  };
  const stamp = { modified_utc: call.now, version: (stored?.version ?? 0) + 1 };
  if (stored) return { values: { ...changed, ...stamp }, ...(slug && slug !== stored.slug && { slugs: [slug] }) };
  const title = changed.title ?? stripTags((file?.name ?? '').replace(/\.\w{1,5}$/, ''));
  return {
    slugs: [slug || slugify(title) || 'image'],
    values: {
      ...file,
      ...stamp,
      title,
      alt_text: '',
      caption: '',
      author: call.actor.id,
      date_utc: call.now,
      ...changed,
    },
  };
}

export const media: Model<typeof mediaColumns> = {
  ...mediaTable,
  noun: { one: 'image', a: 'an image', many: 'images' },
  policy: mediaPolicy,
  stored: externalFields,
  settle: settleMedia,
  translated: [],
  keys: () => ({}),
  // Without the original file name, which is not shown to everyone who may search.
  texts: ({ title, alt_text }) => ({ words: fold([title, alt_text].join('\n')) }),
  removal: 'erase',
  findExisting: findPicture,
  overrides: { create: createWithFiles, remove: removeWithFiles },
};
