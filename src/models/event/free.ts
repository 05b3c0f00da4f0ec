// Whether an event is free of charge: no cost or one of zero, and no ticket with a price.
import type { Cost } from '../../core/text/cost.js';
import type { Ticket } from './ticket.js';

/** Costs in words, as slugs. Any other text, such as “Donation”, is no promise that the event is free. */
const freeWords = new Set([
  'free',
  'free-entry',
  'free-admission',
  'gratis',
  'gratuit',
  'entree-libre',
  'entree-gratuite',
  'kostenlos',
  'kostenfrei',
  'frei',
  'eintritt-frei',
  'freier-eintritt',
  'gratuito',
  'entrada-libre',
  'entrada-gratuita',
]);

const isFreeValue = (value: string): boolean => freeWords.has(value) || Number(value) === 0;

export const isFree = ({ text, values }: Pick<Cost, 'text' | 'values'>, tickets: readonly Pick<Ticket, 'price'>[]) =>
  (text === '' || (values.length > 0 && values.every(isFreeValue))) && tickets.every(({ price = 0 }) => price === 0);
