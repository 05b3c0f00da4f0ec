// A time zone, found by name; a UTC offset such as UTC+5:30 is accepted as typed.
import { contract } from '../api/contract';
import { Combobox } from './combobox';
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';
import { matchingZones, offsetOf } from './zones';

const maxOptions = 50;

export function ZoneWidget(props: WidgetProps) {
  const { value, onChange, context } = props;
  const day = Object.values(context.values).find((held) => typeof held === 'string' && /^\d{4}-\d\d-\d\d /.test(held));
  const zone = inputText(value);
  return (
    <>
      <Combobox
        control={controlProps(props)}
        text={zone}
        placeholder={texts().siteZone(contract.site.timezone)}
        options={(typed) =>
          matchingZones(typed)
            .slice(0, maxOptions)
            .map((name) => ({ key: name, label: name.replaceAll('_', ' '), hint: offsetOf(name, day) }))
        }
        onPick={({ key }) => onChange(key)}
        onLeave={(typed) => onChange(typed.trim())}
      />
      <p class="outcome">{offsetOf(zone || contract.site.timezone, day)}</p>
    </>
  );
}
