// Samples of categories and tags.
import { expect } from 'vitest';
import { type Answered, type Body, baseUrl } from '../world.js';
import { rest, type Sample } from './sample.js';

const term = (path: string, taxonomy: string, page: string) => ({
  bodyOf: (id: number, name: string, slug: string, parent?: Answered): Body => ({
    id,
    count: 0,
    description: '',
    name,
    slug,
    taxonomy,
    ...(path === 'categories' && { parent: parent?.id ?? 0, color: '' }),
    meta: [],
    url: `${baseUrl}${page}${parent ? `${parent.slug}/` : ''}${slug}/`,
    urls: termUrls(path, id, parent),
    _links: Object.fromEntries(Object.entries(termUrls(path, id, parent)).map(([name, href]) => [name, [{ href }]])),
  }),
});

const termUrls = (path: string, id: number, parent?: Answered) => ({
  self: `${rest}/${path}/${id}`,
  collection: `${rest}/${path}`,
  ...(parent && { up: `${rest}/${path}/${parent.id}` }),
});

const categoryTerm = term('categories', 'tribe_events_cat', '/events/category/');
const tagTerm = term('tags', 'post_tag', '/tag/');

export const category: Sample = {
  path: 'categories',
  least: { name: 'Plain Category' },
  leastBody: (id) => categoryTerm.bodyOf(id, 'Plain Category', 'plain-category'),
  most: { name: 'Music', description: 'Concerts and sessions', slug: 'music', parent: 0, color: '#1A6B3C' },
  mostBody: async ({ id, slug, parent }, world) => ({
    ...categoryTerm.bodyOf(id, 'Music', slug, await world.get(`/categories/${parent}`)),
    description: 'Concerts and sessions',
    color: '#1a6b3c',
  }),
  others: async (world, { id }) => {
    const above = await world.category();
    const { parent, urls, _links } = categoryTerm.bodyOf(id, 'Music', 'music', above);
    return {
      name: { value: 'Sound', changes: { name: 'Sound' } },
      description: { value: 'Other', changes: { description: 'Other' } },
      slug: { value: 'sound', changes: { slug: 'sound', url: expect.stringMatching(/\/sound\/$/) } },
      color: { value: '#c02040', changes: { color: '#c02040' } },
      parent: { value: above.id, changes: { parent, urls, _links, url: expect.stringContaining(`/${above.slug}/`) } },
    };
  },
  empty: () => ({
    name: 'refused',
    description: { description: '' },
    slug: { slug: expect.stringMatching(/^music/), url: expect.any(String) },
    parent: 'refused',
    color: { color: '' },
  }),
  wrong: {},
};

export const tag: Sample = {
  path: 'tags',
  least: { name: 'Plain Tag' },
  leastBody: (id) => tagTerm.bodyOf(id, 'Plain Tag', 'plain-tag'),
  most: { name: 'Music', description: 'Concerts and sessions', slug: 'music' },
  mostBody: async ({ id, slug }) => ({
    ...tagTerm.bodyOf(id, 'Music', slug),
    description: 'Concerts and sessions',
  }),
  others: async () => ({
    name: { value: 'Sound', changes: { name: 'Sound' } },
    description: { value: 'Other', changes: { description: 'Other' } },
    slug: { value: 'sound', changes: { slug: 'sound', url: `${baseUrl}/tag/sound/` } },
  }),
  empty: () => ({
    name: 'refused',
    description: { description: '' },
    slug: { slug: 'music', url: `${baseUrl}/tag/music/` },
  }),
  wrong: {},
};
