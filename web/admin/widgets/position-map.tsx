// A map with a pin that can be moved. Loaded when it is opened.
import { useEffect, useRef } from 'preact/hooks';
import { movablePin, openMap } from '../../map/open-map';
import { contract } from '../api/contract';
import type { Position } from './position';
import { texts } from './texts';

interface PositionMapProps {
  readonly position: Position | undefined;
  readonly onMove: (at: Position) => void;
}

export function PositionMap({ position, onMove }: PositionMapProps) {
  const view = useRef<HTMLDivElement>(null);
  const show = useRef<(at: Position | undefined) => void>();
  /** The map is made once; the form changes with every render. */
  const moved = useRef(onMove);
  moved.current = onMove;
  const { tiles, attribution } = contract.site.maps;
  useEffect(() => {
    if (!view.current) return undefined;
    const map = openMap(view.current, { tiles, texts: texts(), pins: [] });
    if (position) map.setView(position, 16);
    show.current = movablePin(map, texts().pin, (at) => moved.current(at));
    return () => {
      map.remove();
    };
  }, [tiles]);
  useEffect(() => show.current?.(position), [position?.lat, position?.lng]);
  const url = /(?<!\S)https?:\/\/\S+$/.exec(attribution)?.[0];
  const label = attribution.slice(0, attribution.length - (url ?? '').length).trimEnd();
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a map is no fieldset */}
      <div ref={view} class="position-map" role="group" aria-label={texts().map} />
      <p class="help">
        {texts().mapHelp}{' '}
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {label || url}
          </a>
        ) : (
          label
        )}
      </p>
    </div>
  );
}
