// Tickets of an event: described and linked to, never sold here.
import type { Cost } from '../../core/text/cost.js';
import { currencyOf, isCurrencyCode } from './currency.js';

export interface Ticket {
  readonly name: string;
  readonly price?: number;
  readonly currency: string;
  readonly url?: string;
  readonly capacity?: number;
  readonly provider: string;
}

/** As it was given: without a currency of its own it is priced in that of the event. */
export type GivenTicket = Omit<Ticket, 'currency'> & { readonly currency?: string };

/** A symbol that names no one currency leaves the site's own. */
export function settleTickets(given: readonly GivenTicket[], { symbol }: Cost): readonly Ticket[] {
  const usual = isCurrencyCode(currencyOf(symbol)) ? currencyOf(symbol) : currencyOf('');
  return given.map(({ name, price, currency = usual, url, capacity, provider: by }) => ({
    name,
    ...(price !== undefined && { price }),
    currency,
    ...(url !== undefined && { url }),
    ...(capacity !== undefined && { capacity }),
    provider: by,
  }));
}
