// The nouns of a resource, as texts use them.
import { pluralOf, type ResourceInfo, singularOf, withArticle } from '../api/contract';
import type { Nouns } from './texts';

export const nounsOf = (resource: ResourceInfo): Nouns => ({
  one: singularOf(resource),
  a: withArticle(resource),
  many: pluralOf(resource).toLowerCase(),
});
