import { plusSeconds } from '../../../src/core/time/clock.js';
import { toInstant } from '../../../src/core/time/zone.js';

/** Wrong ones are as a site has them whose zone was changed later. */
export function utcOf(start: string, end: string, zone: string, isWrong = false) {
  const shift = isWrong ? 3_600 : 0;
  return {
    utcStart: plusSeconds(toInstant(start, zone).instant, shift),
    utcEnd: plusSeconds(toInstant(end, zone).instant, shift),
  };
}
