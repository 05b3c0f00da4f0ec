// Time zones of a calendar by TZID. Programs write IANA names, Windows names, names of their own, or only offsets.
import { spend } from '../../core/budget.js';
import { yearOf } from '../../core/time/clock.js';
import { isZone } from '../../core/time/zone.js';
import { fixedOffset, offsetAtSecond } from '../../core/time/zone-offset.js';
import type { FileBudget } from '../file-budget.js';
import type { Component } from './components.js';
import { propertiesOf } from './properties.js';
import { offsetsOf, type ZoneOffsets, zoneWithOffsets } from './vtimezone.js';
import type { Warn } from './warnings.js';
import { commonZones, windowsZone } from './windows-zones.js';

/** A zone, or offsets that no zone has: times with these are converted to UTC. */
export type FoundZone = { readonly zone: string } | { readonly offsets: ZoneOffsets };
export type FindZone = (tzid: string, line: number) => FoundZone;

/** Zones by the name of their city in lower case: `berlin`. */
let cities: ReadonlyMap<string, string> | undefined;
function zoneOfCity(city: string): string | undefined {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [
      zone.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() ?? '',
      zone,
    ]),
  );
  return cities.get(city.trim().toLowerCase());
}

/** `(UTC+01:00) Amsterdam, Berlin, Rome` or `(UTC-05:00) Eastern Time (US & Canada)`: a display name of Windows. */
function zoneOfDisplayName(name: string): string | undefined {
  const [, offsetText = '', text = ''] = /^\((?:UTC|GMT)([^)]*)\)(.*)$/i.exec(name) ?? [];
  const label = text.trimStart();
  if (label === '') return undefined;
  const byName = windowsZone(label.replace(/ Time\b.*/is, ' Standard Time'));
  if (byName) return byName;
  const offset = offsetText === '' ? 0 : fixedOffset(offsetText);
  const zones = label.split(/,|\band\b/).flatMap((city) => zoneOfCity(city) ?? []);
  // Standard time is in force in January or in July.
  const winter = (zone: string) =>
    [1_736_942_400, 1_752_580_800].some((second) => offsetAtSecond(second, zone) === offset);
  return zones.find(winter);
}

/** `/citadel.org/20210210_1/Europe/Paris`: the longest end that is a zone. */
function zoneOfPath(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const ends = parts.map((_, at) => parts.slice(at).join('/')).filter((end) => end.includes('/'));
  return ends.slice(-4).find(isZone);
}

/** Names in other capitals are accepted, but stored as IANA writes them. */
const canonical = (name: string): string | undefined => {
  if (!isZone(name)) return undefined;
  const [region = '', ...rest] = name.split('/');
  if (rest.length === 0 || /^[A-Z][a-z]/.test(region)) return name;
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === name.toLowerCase()) ?? name;
};

/** The zone that a name means, without looking at its VTIMEZONE. */
export function zoneNamed(given: string): string | undefined {
  const name = given.trim().replace(/^"|"$/g, '').trim();
  if (name === '' || name.length > 200) return undefined;
  return (
    canonical(name) ??
    windowsZone(name) ??
    canonical(name.replaceAll(' ', '_')) ??
    zoneOfPath(name) ??
    zoneOfDisplayName(name) ??
    (/^(?:Z|GMT|UTC|Zulu|Coordinated Universal Time)$/i.test(name) ? 'UTC' : undefined)
  );
}

interface ZoneOptions {
  /** Of the site: for times without a known zone. */
  readonly zone: string;
  readonly now: string;
  readonly warn: Warn;
  readonly budget: FileBudget;
}

/** Each TZID is looked up, and reported, once. */
export function zoneFinder(vtimezones: readonly Component[], { zone: site, now, warn, budget }: ZoneOptions): FindZone {
  const byId = new Map(vtimezones.map((one) => [propertiesOf(one).text('TZID').replace(/^"|"$/g, ''), one]));
  const found = new Map<string, FoundZone>();
  const find = (tzid: string, line: number): FoundZone => {
    spend(budget.zones, 1);
    const named = zoneNamed(tzid);
    if (named) return { zone: named };
    const component = byId.get(tzid.trim().replace(/^"|"$/g, ''));
    const location = component && zoneNamed(propertiesOf(component).text('X-LIC-LOCATION'));
    if (location) return { zone: location };
    const offsets = component && offsetsOf(component, yearOf(now) + 10, budget.steps);
    if (!offsets) {
      warn('time zone unknown', line, `${tzid.slice(0, 80)} is not defined. The times were read in ${site}.`);
      return { zone: site };
    }
    const same = zoneWithOffsets(offsets, [site, ...commonZones], now);
    if (!same) {
      warn(
        'time zone unknown',
        line,
        `${tzid.slice(0, 80)} has offsets of no known zone. Its times were stored in UTC.`,
      );
      return { offsets };
    }
    warn('time zone by its offsets', line, `${tzid.slice(0, 80)} was read as ${same}, which has the same offsets.`);
    return { zone: same };
  };
  return (tzid, line) => {
    const known = found.get(tzid) ?? find(tzid, line);
    found.set(tzid, known);
    return known;
  };
}
