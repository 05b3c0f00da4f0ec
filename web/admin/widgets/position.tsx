// The position of a place: found by its address, set on a map, or entered as numbers. The field is the latitude; `pair` names
// the field of the longitude.
import { useState } from 'preact/hooks';
import { messageOf, request } from '../api/client';
import { contract, type FieldInfo, fieldsOf, type ResourceInfo } from '../api/contract';
import { humanised } from '../api/label';
import { may } from '../api/session';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { lazy } from '../ui/lazy';
import { inBackground } from '../ui/toast';
import { NumberWidget } from './text';
import { texts } from './texts';
import { inputText, type WidgetProps } from './widget';

const PositionMap = lazy(async () => (await import('./position-map')).PositionMap);

export interface Position {
  readonly lat: number;
  readonly lng: number;
}

interface Place {
  readonly label: string;
  readonly geo_lat: number;
  readonly geo_lng: number;
}

export function PositionWidget(props: WidgetProps) {
  const { field, context } = props;
  const pair = fieldsOf(context.resource.name).find(({ name }) => name === field.input.pair);
  return pair && context.enter ? (
    <PositionFields {...props} pair={pair} enter={context.enter} />
  ) : (
    <NumberWidget {...props} />
  );
}

function degreesIn(value: unknown, max: number): number | undefined {
  const text = inputText(value).trim();
  const degrees = Number(text);
  return text !== '' && Math.abs(degrees) <= max ? degrees : undefined;
}

function positionIn(lat: unknown, lng: unknown): Position | undefined {
  const [north, east] = [degreesIn(lat, 90), degreesIn(lng, 180)];
  return north === undefined || east === undefined ? undefined : { lat: north, lng: east };
}

/** Six decimals are about ten centimetres. A map that was moved around the world has longitudes beyond 180°. */
const rounded = ({ lat, lng }: Position): Position => ({
  lat: Number(lat.toFixed(6)),
  lng: Number((((((lng + 180) % 360) + 360) % 360) - 180).toFixed(6)),
});

/** The address as one line: the texts of the section of the position. */
const addressIn = (
  { name }: ResourceInfo,
  { input: { group } }: FieldInfo,
  values: Readonly<Record<string, unknown>>,
) =>
  fieldsOf(name)
    .filter(({ input }) => input.group === group && input.widget === 'text')
    .sort((one, other) => (one.input.order ?? 0) - (other.input.order ?? 0))
    .map((one) => inputText(values[one.name]).trim())
    .filter(Boolean)
    .join(', ');

interface PositionFieldsProps extends WidgetProps {
  readonly pair: FieldInfo;
  readonly enter: (values: Readonly<Record<string, unknown>>) => void;
}

function PositionFields({ pair, enter, ...props }: PositionFieldsProps) {
  const { id, field, value, onChange, error, context } = props;
  const { resource, values } = context;
  const [isMapOpen, setMapOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [message, setMessage] = useState('');
  const position = positionIn(value, values[pair.name]);
  const isEmpty = inputText(value) === '' && inputText(values[pair.name]) === '';
  const set = (at: Position | undefined) => {
    const { lat, lng } = at ? rounded(at) : { lat: '', lng: '' };
    enter({ [field.name]: lat, [pair.name]: lng });
  };
  const choose = ({ label, geo_lat: lat, geo_lng: lng }: Place) => {
    setMessage(texts().foundPlace(label));
    set({ lat, lng });
    if (contract.site.maps.tiles) setMapOpen(true);
  };
  const find = async () => {
    const address = addressIn(resource, field, values);
    setPlaces([]);
    if (address === '') return setMessage(texts().addressNeeded);
    setBusy(true);
    setMessage('');
    try {
      const { body } = await request<{ readonly places: readonly Place[] }>('GET', `/${resource.path}/geocode`, {
        query: { address },
      });
      setPlaces(body.places);
      const [best] = body.places;
      if (best) choose(best);
      else setMessage(texts().placeNotFound);
    } catch (failure) {
      setMessage(messageOf(failure));
    }
    setBusy(false);
  };
  const number = (one: FieldInfo, own: Partial<WidgetProps>) => {
    const control = { ...props, field: { ...one, help: '' }, error: undefined, ...own, id: `${id}-${one.name}` };
    return (
      <div data-field={one.name}>
        <Field id={control.id} label={humanised(one.name)}>
          <NumberWidget {...control} />
        </Field>
      </div>
    );
  };
  return (
    <div class="stack">
      <div class="buttons">
        {may('edit-others') && (
          <Button icon="search" busy={isBusy} onClick={() => inBackground(find())}>
            {texts().findAddress}
          </Button>
        )}
        {contract.site.maps.tiles && !isMapOpen && (
          <Button icon="pin" onClick={() => setMapOpen(true)}>
            {texts().setOnMap}
          </Button>
        )}
        {!isEmpty && (
          <Button kind="quiet" icon="close" onClick={() => set(undefined)}>
            {texts().removePosition}
          </Button>
        )}
      </div>
      <p class="outcome" role="status">
        {message || (isEmpty ? texts().noPosition : '')}
      </p>
      {places.length > 1 && (
        <ul class="found-places" aria-label={texts().matches}>
          {places.map((place) => (
            <li key={`${place.geo_lat} ${place.geo_lng}`}>
              <button
                type="button"
                class="link"
                aria-pressed={position?.lat === place.geo_lat && position.lng === place.geo_lng}
                onClick={() => choose(place)}
              >
                {place.label}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isMapOpen && <PositionMap position={position} onMove={set} />}
      <details class="coordinates" open={error !== undefined || undefined}>
        <summary>{texts().coordinates}</summary>
        <div class="two">
          {number(field, { value, onChange })}
          {number(pair, { value: values[pair.name], onChange: (to) => enter({ [pair.name]: to }) })}
        </div>
      </details>
    </div>
  );
}
