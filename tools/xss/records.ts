// Records with a payload in every text field: once by the least trusted role that may write them, through the drop-in API,
// which decodes entities so that names are stored as they are; and once by an administrator.
import sharp from 'sharp';
import type { Role } from '../../src/core/actor.js';
import { escapeMarkup, type Marks } from './marks.js';
import { save } from './save.js';
import { type Answer, type Body, must, type Site } from './site.js';
import { dayFor, textsFor, type Writer } from './texts.js';

export interface Stored {
  readonly id: number;
  /** Path of its public page. */
  readonly path: string;
}

/** Stored records by resource and writer, in the order of the payloads. */
export type Records = Readonly<Record<string, readonly Stored[]>>;

const leastRoles: Readonly<Record<string, Role>> = { categories: 'author', tags: 'editor', media: 'author' };

export const least: Writer = { as: (resource) => leastRoles[resource] ?? 'contributor', mount: 'dropin', suffix: '' };
export const administrator: Writer = { as: () => 'administrator', mount: 'native', suffix: ' as administrator' };

/** Path of the public page; terms have only the URLs of their lists. */
export function pagePath(path: string, { url, slug }: Answer): string {
  const folder = { categories: 'events/category', tags: 'tag' }[path];
  return folder ? `/${folder}/${encodeURIComponent(slug)}/` : new URL(url).pathname;
}

async function addImage(site: Site, marks: Marks, record: number, { as, mount, suffix }: Writer): Promise<number> {
  const background = { r: record % 256, g: suffix.length, b: record >> 8 };
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  const text = (field: string) => marks.text(`media.${field}${suffix}`, record);
  form.append('title', record % 2 ? `Name ${text('title')}` : '');
  form.append('alt_text', escapeMarkup(text('alt_text')));
  form.append('caption', text('caption'));
  form.append(
    'file',
    new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
    `${marks.short(`media.file${suffix}`, record)}.png`,
  );
  return (await must(site.api(as('media'), 'POST /media', form, mount))).id;
}

/** Adds one of each, linked to each other, and publishes what its writer may not publish. */
export async function addRecords(site: Site, marks: Marks, writer: Writer): Promise<Records> {
  const { as, mount, suffix } = writer;
  const added: Record<string, Stored[]> = {};
  for (let record = 0; record < marks.records; record++) {
    const texts = textsFor(marks, record, writer);
    const other = textsFor(marks, record, { ...writer, suffix: ` in French${suffix}` });
    const add = async (
      path: string,
      name: Exclude<keyof typeof texts, 'translated'>,
      more: Body = {},
      instead: Body = {},
    ): Promise<number> => {
      const fields = name + suffix;
      const role = as(path);
      const made = await save(site, marks, {
        ...{ as: role, request: `POST /${path}`, mount, fields, instead },
        body: { ...texts[name](), ...more },
      });
      // An administrator's translations would be stored like those.
      if (writer === least)
        await save(site, marks, {
          ...{ as: role, request: `POST /${path}/${made.id}`, mount, fields: `${name} in French${suffix}` },
          body: { ...other.translated(name), i18n_language: 'fr' },
        });
      const isPublic = !made.status || made.status === 'publish';
      const shown = isPublic
        ? made
        : await must(site.api('administrator', `PATCH /${path}/${made.id}`, { status: 'publish' }));
      added[path] = [...(added[path] ?? []), { id: made.id, path: pagePath(path, shown) }];
      return made.id;
    };
    const image = await addImage(site, marks, record, writer);
    added.media = [...(added.media ?? []), { id: image, path: '' }];
    const name = `Name ${record}${suffix}`;
    const links = {
      venue: [await add('venues', 'venue', { image }, { venue: name })],
      organizer: [await add('organizers', 'organizer', { image }, { organizer: name })],
      categories: [await add('categories', 'category', {}, { name })],
      tags: [await add('tags', 'tag', {}, { name })],
    };
    const hour = mount === 'dropin' ? '10' : '12';
    const when = { start_date: `${dayFor(record)} ${hour}:00:00`, end_date: `${dayFor(record)} ${hour}:45:00` };
    await add('events', 'event', { ...when, ...links, image, featured: record % 5 === 0 }, { title: name });
  }
  return added;
}
