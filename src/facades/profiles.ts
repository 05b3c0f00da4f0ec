// The two mounts, as data, and the address beside the second one at which its clients send files.
import type { Config } from '../config.js';
import type { Profile } from '../core/call.js';

export function profilesOf({
  brand,
  dropin,
  maxPerPage,
}: Pick<Config, 'brand' | 'dropin' | 'maxPerPage'>): readonly Profile[] {
  const namespace = `${brand}/events/v1`;
  const native: Profile = {
    name: 'native',
    prefix: `/${namespace}`,
    namespace,
    index: '',
    unknownIsMissing: true,
    trashIsGone: true,
    tellsWrongMethod: true,
    emptyTermPages: false,
    maxPerPage,
    lenientDates: false,
    offsets: 'honour',
    strictZone: 'site',
    windowFollowsStart: true,
    searchesLinks: true,
    listsRunning: true,
    reusesKnown: false,
    refusesUnknownTerms: true,
    decodesEntities: false,
    ignoresUnknownTokens: false,
    jsonp: false,
    console: true,
  };
  const dropinProfile: Profile = {
    name: 'dropin',
    prefix: '/wp-json/tribe/events/v1',
    namespace: 'tribe/events/v1',
    index: '/wp-json/',
    unknownIsMissing: false,
    trashIsGone: false,
    tellsWrongMethod: false,
    emptyTermPages: true,
    maxPerPage: 50,
    lenientDates: true,
    offsets: 'ignore',
    strictZone: 'UTC',
    windowFollowsStart: false,
    searchesLinks: false,
    listsRunning: false,
    reusesKnown: true,
    refusesUnknownTerms: false,
    decodesEntities: true,
    ignoresUnknownTokens: true,
    jsonp: true,
    console: false,
  };
  return dropin ? [native, dropinProfile] : [native];
}

/** The platform's own namespace beside the drop-in mount, with the same manners. */
export const habitsProfile = (dropin: Profile): Profile => ({
  ...dropin,
  prefix: '/wp-json/wp/v2',
  namespace: 'wp/v2',
  maxPerPage: 100,
  tellsSchema: true,
});
