// Select box for the calendar's time zone.
import { contract } from '../api/contract';
import { zoneLabel, zones } from '../widgets/zones';
import { texts } from './texts';
import { browserZone, chooseZone, chosenZone, ownZone } from './zone-choice';

/** `noun` is that of the calendar's records: “event”. */
export function ZoneSelect({ noun }: { readonly noun: string }) {
  const site = contract.site.timezone;
  const yours = browserZone();
  const first = [...new Set([site, yours, 'UTC'])];
  const choice = chosenZone.value;
  const known = zones().filter((zone) => !first.includes(zone));
  return (
    <label class="clock">
      <span>{texts().allTimesIn}</span>
      <select
        value={choice || site}
        onChange={({ currentTarget: { value } }) => chooseZone(value === site ? '' : value)}
      >
        {first.map((zone) => (
          <option key={zone} value={zone}>
            {zoneLabel(zone)}
            {zone === site ? `, ${texts().site}` : zone === yours ? `, ${texts().yourBrowser}` : ''}
          </option>
        ))}
        <option value={ownZone}>{texts().ownZone(noun)}</option>
        <optgroup label={texts().allZones}>
          {known.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}
