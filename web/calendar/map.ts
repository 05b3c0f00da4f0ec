// Maps that load their images after a click: the tiles around a point, with buttons to zoom. No request is sent before.

const tileSize = 256;
const zoomRange = { min: 2, first: 15, max: 19 };
/** The projection of the tiles ends here. */
const maxLatitude = 85.05;

export function offerMaps(): void {
  for (const map of document.querySelectorAll<HTMLElement>('[data-map]')) {
    const [button, template] = [map.querySelector('button'), map.querySelector('template')];
    if (!button || !template) continue;
    map.hidden = false;
    button.addEventListener('click', () => {
      map.replaceChildren(template.content.cloneNode(true));
      const view = map.querySelector<HTMLElement>('.map-view');
      if (view) openMap(map, view);
    });
  }
}

function openMap({ dataset }: HTMLElement, view: HTMLElement): void {
  const { lat, lng, tiles = '' } = dataset;
  const canvas = view.querySelector<HTMLElement>('.map-tiles');
  const buttons = view.querySelectorAll<HTMLButtonElement>('[data-zoom]');
  if (!canvas) return;
  const point = { lat: Number(lat), lng: Number(lng) };
  let zoom = zoomRange.first;
  const draw = () => canvas.replaceChildren(...tilesAround(point, zoom, view.clientWidth, view.clientHeight, tiles));
  for (const button of buttons)
    button.addEventListener('click', () => {
      zoom = Math.min(Math.max(zoom + Number(button.dataset.zoom), zoomRange.min), zoomRange.max);
      draw();
    });
  new ResizeObserver(draw).observe(view);
  // The button that was clicked is gone.
  buttons[0]?.focus();
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Position on the map of the world in pixels, in the projection of web maps (EPSG:3857). */
function pixelOf({ lat, lng }: Point, zoom: number): { readonly x: number; readonly y: number } {
  const size = tileSize * 2 ** zoom;
  const sine = Math.sin((Math.min(Math.max(lat, -maxLatitude), maxLatitude) * Math.PI) / 180);
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
}

/** The tiles that cover the view, with the point in its middle. Columns continue beyond 180°. */
function tilesAround(point: Point, zoom: number, width: number, height: number, template: string): HTMLElement[] {
  const { x, y } = pixelOf(point, zoom);
  const [left, top] = [Math.round(x - width / 2), Math.round(y - height / 2)];
  const count = 2 ** zoom;
  const found: HTMLElement[] = [];
  for (let row = Math.floor(top / tileSize); row * tileSize < top + height; row++)
    for (let column = Math.floor(left / tileSize); column * tileSize < left + width; column++) {
      if (row < 0 || row >= count) continue;
      const image = new Image(tileSize, tileSize);
      image.alt = '';
      // Providers such as OpenStreetMap serve tiles only to requests that name the site.
      image.referrerPolicy = 'origin';
      image.style.left = `${column * tileSize - left}px`;
      image.style.top = `${row * tileSize - top}px`;
      const values: Readonly<Record<string, number>> = { z: zoom, x: ((column % count) + count) % count, y: row };
      image.src = template.replace(/\{([xyz])\}/g, (_, name: string) => String(values[name]));
      found.push(image);
    }
  return found;
}
