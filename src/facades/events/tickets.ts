// Tickets of an event: input field and schemas.

import { type Fields, inputOf, optional, readFields, required } from '../../core/field.js';
import { isObject } from '../../core/is-object.js';
import type { Kind } from '../../core/kind.js';
import { requiresExtension } from '../../core/kinds/extension.js';
import { decimal, nonNegative } from '../../core/kinds/number.js';
import { nameText, readText } from '../../core/kinds/text.js';
import { webPage } from '../../core/kinds/web.js';
import { Invalid } from '../../core/problem.js';
import { reference, type Schema } from '../../core/schema.js';
import { isCurrencyCode } from '../../models/event/currency.js';
import type { GivenTicket, Ticket } from '../../models/event/ticket.js';
import { address, integer, number, text } from './outputs.js';

const maxTickets = 50;

const amount: Kind<number> = {
  ...decimal(0, 1e9),
  read: (input, call) => {
    const price = decimal(0, 1e9).read(input, call);
    if (price !== Number(price.toFixed(4))) throw new Invalid('Must have 4 decimal places or fewer.');
    return price;
  },
};

const currency: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', pattern: '^[A-Za-z]{3}$' },
  read: (input) => {
    const code = readText(input, 200).trim().toUpperCase();
    if (!isCurrencyCode(code)) throw new Invalid('Unknown currency. Use an ISO 4217 code such as EUR.');
    return code;
  },
};

const provider: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$', maxLength: 50 },
  read: (input) => {
    const word = readText(input, 200).trim().toLowerCase();
    if (!/^[a-z0-9][a-z0-9_-]{0,49}$/.test(word))
      throw new Invalid('Must be 1 to 50 letters, digits, - or _, starting with a letter or digit.');
    return word;
  },
};

const ticketFields: Fields = {
  name: required(nameText(200), 'Name of the ticket.'),
  price: optional(amount, 'Price with up to 4 decimal places.'),
  currency: optional(currency, 'ISO 4217 currency code. Default: the currency of the event cost, otherwise `USD`.', {
    inForm: { help: 'Three letters, such as EUR.' },
  }),
  url: optional(webPage, 'URL of the page that sells the ticket.', { inForm: { label: 'Link' } }),
  capacity: optional(nonNegative, 'Number of tickets, 0 if sold out.', {
    inForm: { help: 'Number of tickets. 0 means sold out.' },
  }),
  provider: optional(provider, 'Name of the ticket provider. Default: `link`.', {
    inForm: { help: 'Who sells the tickets. Leave empty for your own link.' },
  }),
};

/** Forms send every key: an empty string counts as not set. */
const filledIn = (item: object) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== ''));

const tickets: Kind<readonly GivenTicket[]> = {
  declared: { type: 'array', items: { type: 'object' } },
  schema: {
    anyOf: [
      { type: 'array', maxItems: maxTickets, items: reference('TicketInput') },
      reference('TicketInput'),
      { type: 'string', maxLength: 0 },
    ],
  },
  read: (input, call) => {
    const items: readonly unknown[] = input === '' ? [] : Array.isArray(input) ? input : [input];
    if (items.length > maxTickets) throw new Invalid(`Must contain ${maxTickets} tickets or fewer.`);
    return items.map((item, at) => {
      if (!isObject(item)) throw new Invalid(`Item ${at + 1} must be an object with a name.`);
      const { given, missing, faults } = readFields(ticketFields, filledIn(item), call, true);
      const wrong = [
        ...missing.map((key) => [key, 'Required.']),
        ...Object.entries(faults).map(([key, { message }]) => [key, message]),
      ].map(([key, message]) => `Item ${at + 1}, ${key}: ${message}`);
      if (wrong.length) throw new Invalid(wrong.join(' '));
      return { provider: 'link', ...given } as GivenTicket;
    });
  },
  input: { widget: 'rows', fields: 'TicketInput' },
};

export const ticketsField = optional(
  requiresExtension('tickets', tickets, (given) => given.length > 0),
  `Up to ${maxTickets} tickets. Requires the tickets extension.`,
  { example: [{ name: 'Adults', price: 12, currency: 'EUR', url: 'https://fair.example/tickets', capacity: 200 }] },
);

export const providersOf = (given: readonly Ticket[]): readonly string[] => [
  ...new Set(given.map((ticket) => ticket.provider)),
];

export const ticketSchema: Schema = {
  type: 'object',
  description: 'A ticket of an event. Unknown properties are absent.',
  required: ['name', 'currency', 'provider'],
  properties: { name: text, price: number, currency: text, url: address, capacity: integer, provider: text },
};

export const ticketInputSchema: Schema = {
  type: 'object',
  description: 'Fields of a ticket. Empty strings and null count as not set. Unknown fields are ignored.',
  required: ['name'],
  properties: Object.fromEntries(
    Object.entries(ticketFields).map(([key, field]) => [
      key,
      { ...field.kind.schema, description: field.about, 'x-input': inputOf(field) },
    ]),
  ),
};
