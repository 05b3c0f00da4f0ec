// Attributes that the server keeps of an element, by the server's own rules.
import {
  type Attributes,
  COMMON,
  commonAttributes,
  imageAttributes,
  linkAttributes,
} from '../../../../src/core/text/allowed-attributes.js';
import { ATTRIBUTES } from '../../../../src/core/text/allowed-elements.js';

export const attributes: readonly string[] = [...new Set([...COMMON, ...Object.values(ATTRIBUTES).flat()])];

const flags = new Set(['open', 'reversed']);

export const isSafeLink = (address: string): boolean => linkAttributes({ href: address }).href !== undefined;

function otherAttributes(element: string, given: Attributes): Attributes {
  const kept = (ATTRIBUTES[element] ?? []).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    return flags.has(name) ? [[name, '']] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

/** The attributes as the server saves them: empty ones are removed. */
export function keptAttributes(element: string, given: Attributes): Attributes {
  const own =
    element === 'a'
      ? linkAttributes(given)
      : element === 'img'
        ? imageAttributes(given)
        : otherAttributes(element, given);
  const kept = Object.entries({ ...commonAttributes(given), ...own });
  return Object.fromEntries(kept.filter(([name, value]) => value !== '' || name === 'alt' || flags.has(name)));
}
