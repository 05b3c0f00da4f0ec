// The choice of the calendar's clock.
import { contract } from '../api/contract';
import { offsetOf, zones } from '../widgets/zones';
import { browserZone, chooseClock, chosenClock, ownClock } from './clock';

const named = (zone: string): string => zone.replaceAll('_', ' ');

const withOffset = (zone: string): string => {
  const offset = offsetOf(zone, undefined);
  return offset && zone !== 'UTC' ? `${named(zone)} (${offset})` : named(zone);
};

/** `one` is what the calendar's records are called. */
export function ZoneSelect({ one }: { readonly one: string }) {
  const site = contract.site.timezone;
  const yours = browserZone();
  const first = [...new Set([site, yours, 'UTC'])];
  const choice = chosenClock.value;
  const known = zones().filter((zone) => !first.includes(zone));
  return (
    <label class="clock">
      <span>All times in</span>
      <select
        value={choice || site}
        onChange={({ currentTarget: { value } }) => chooseClock(value === site ? '' : value)}
      >
        {first.map((zone) => (
          <option key={zone} value={zone}>
            {withOffset(zone)}
            {zone === site ? ', site' : zone === yours ? ', your browser' : ''}
          </option>
        ))}
        <option value={ownClock}>each {one}’s own time zone</option>
        <optgroup label="All time zones">
          {known.map((zone) => (
            <option key={zone} value={zone}>
              {named(zone)}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}
