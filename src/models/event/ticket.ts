// Tickets of an event: description and link only, nothing is sold here.
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

/** Input: without a currency the ticket has that of the event. */
export type GivenTicket = Omit<Ticket, 'currency'> & { readonly currency?: string };

/** A symbol without an ISO code falls back to the default currency. */
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
