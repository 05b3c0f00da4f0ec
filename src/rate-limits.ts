// The rate limits of a service, which `ALMANAC_RATE_LIMIT` turns off.
import type { Config } from './config.js';
import type { Store } from './core/store.js';
import { type Rate, type Throttle, unlimited } from './core/throttle.js';

/** Strict, because a code has only six digits: about 300 guesses a day. */
const secondFactorRate: Rate = { name: 'codes', burst: 10, perSecond: 1 / 300 };

/** Enough to try settings; a mail may go to any address. */
const testMailRate: Rate = { name: 'test-mails', burst: 10, perSecond: 30 / 3_600 };

/** A process leases 1/50 of the burst at a time, so that a bulk import does not write to the throttle for each request. */
function writeRate(perMinute: number): Rate {
  const burst = Math.floor(perMinute / 6);
  return { name: 'changes', burst, perSecond: perMinute / 60, lease: Math.max(1, Math.floor(burst / 50)) };
}

export function openLimiters({ rateLimit, writeLimit }: Config, store: Store) {
  const limiter = (rate: Rate): Throttle => (rateLimit ? store.throttle(rate) : unlimited);
  const perHour = (name: string, burst: number, count = burst) => limiter({ name, burst, perSecond: count / 3_600 });
  return {
    signInLimiter: limiter({ name: 'failures', burst: 10, perSecond: 10 / 60 }),
    setupLimiter: limiter({ name: 'setup', burst: 10, perSecond: 10 / 60 }),
    secondFactorLimiter: limiter(secondFactorRate),
    oidcLimiter: limiter({ name: 'oidc', burst: 60, perSecond: 1 }),
    writeLimiter: limiter(writeRate(writeLimit)),
    testMailLimiter: limiter(testMailRate),
    /** A client cannot use up the requests of all: its own limit is checked first. */
    passwordRequestLimiters: {
      ip: perHour('password-requests-ip', 10),
      user: perHour('password-requests-user', 3),
      all: perHour('password-requests-all', 200),
    },
    submissionLimiters: {
      perClient: perHour('submissions', 10),
      withoutProof: perHour('submissions-without-proof', 3),
      total: perHour('all-submissions', 60, 120),
      pictures: perHour('submitted-pictures', 20),
      allPictures: perHour('all-submitted-pictures', 120, 240),
    },
  };
}
