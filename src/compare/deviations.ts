// All known deviations, in the order of the documentation.
import { dateDeviations } from './deviations/dates.js';
import type { Deviation, Pair } from './deviations/deviation.js';
import { imageDeviations } from './deviations/images.js';
import { listDeviations } from './deviations/lists.js';
import { recordDeviations } from './deviations/records.js';
import { responseDeviations } from './deviations/responses.js';
import { textDeviations } from './deviations/texts.js';
import { wordpressDeviations } from './deviations/wordpress.js';
import type { Difference } from './difference.js';

const deviations: readonly Deviation[] = [
  ...listDeviations,
  ...responseDeviations,
  ...imageDeviations,
  ...dateDeviations,
  ...textDeviations,
  ...recordDeviations,
  ...wordpressDeviations,
];

export function deviationOf(difference: Difference, pair: Pair): string | undefined {
  const name = difference.pattern;
  return deviations.find(
    ({ pattern, route, holds }) => pattern.test(name) && (!route || route.test(pair.route)) && holds(difference, pair),
  )?.id;
}

/** As the command line and the documentation show them. */
export const knownDeviations: readonly Pick<Deviation, 'id' | 'where' | 'about'>[] = deviations.map(
  ({ id, where, about }) => ({ id, where, about }),
);
