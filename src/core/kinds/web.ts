// URLs and prices.
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { type Cost, readCost } from '../text/cost.js';
import { isWebUrl, trimWebUrl } from '../text/web-url.js';
import { lineOf, readText } from './text.js';

/** An absolute URL; an empty string clears it. */
export const website: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', examples: ['https://example.org/'] },
  read: (input) => {
    const address = readText(input, 4_000).trim();
    if (address !== '' && !isWebUrl(address))
      throw new Invalid('Invalid URL. Use an absolute URL such as https://example.org/.');
    return address && trimWebUrl(address);
  },
  input: { widget: 'url' },
};

/** An http or https URL; an empty string clears it. */
export const webPage: Kind<string> = {
  ...website,
  read: (input, call) => {
    const page = website.read(input, call);
    if (page !== '' && !/^https?:/i.test(page)) throw new Invalid('Must be an http or https URL.');
    return page;
  },
};

export const noCost: Cost = { text: '', symbol: '', position: '', values: [] };

export const price: Kind<Cost> = {
  declared: {},
  schema: {
    anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: ['string', 'number'] } }],
  },
  read: (input, call) => {
    const cost = readCost(input, undefined, (text) => lineOf(text, call));
    if (!cost) throw new Invalid('Must be a price, text or a list of prices.');
    return cost;
  },
  input: { widget: 'price' },
};
