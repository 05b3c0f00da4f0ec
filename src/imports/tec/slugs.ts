// Venues and organizers keep the slugs of the old site, which no request can set.
import { hasSlug } from '../../core/condition.js';
import type { Incoming } from '../incoming.js';

/** Writes the slug if no other record has it. */
export const keepSlug =
  (resource: string, slug: string): NonNullable<Incoming['after']> =>
  async ({ store, registry }, row) => {
    if (slug === '' || row.slug === slug) return;
    const model = registry.named(resource);
    const [other] = await store.ids({ table: model, where: hasSlug([slug]), order: [], limit: 1 });
    if (other === undefined) await store.update(model, row.id, { slug });
  };
