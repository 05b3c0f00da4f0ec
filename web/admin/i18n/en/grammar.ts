// Nouns of resources with their articles and adjectives.
import type { Named, Nouns } from '../contract';

export const grammar = {
  nouns: ({ noun }: Named): Nouns => noun,
  new: ({ noun }: Named) => `New ${noun.one}`,
  this: ({ noun }: Named) => `this ${noun.one}`,
  /** A label or noun after other words. */
  withinSentence: (text: string) => text.toLowerCase(),
};
