// Maps: of one venue, or of all venues on the page. The map is loaded after a click, and no request is sent before,
// unless the owner of the site chose to show maps at once.

export function offerMaps(): void {
  for (const map of document.querySelectorAll<HTMLElement>('[data-map]')) {
    const button = map.querySelector('button');
    if (!button) continue;
    map.hidden = false;
    if (map.dataset.map === 'open') show(map).catch(() => undefined);
    button.addEventListener('click', () => {
      // If it cannot be loaded, the button stays for another attempt.
      show(map).then(
        (view) => view?.focus({ preventScroll: true }),
        () => undefined,
      );
    });
  }
}

async function show(map: HTMLElement): Promise<HTMLElement | undefined> {
  const { openMap } = await import('../map/open-map.js');
  const template = map.querySelector('template');
  if (template) map.replaceChildren(template.content.cloneNode(true));
  const view = map.querySelector<HTMLElement>('.map-view');
  if (!view) return undefined;
  const { tiles = '', zoomIn = '', zoomOut = '' } = map.dataset;
  openMap(view, { tiles, texts: { zoomIn, zoomOut }, pins: pinsOf(map) });
  return view;
}

const positionOf = ({ dataset: { lat, lng } }: HTMLElement) => ({ lat: Number(lat), lng: Number(lng) });

/** A map without a position of its own shows the venues of the page, each with a copy of its card. */
function pinsOf(map: HTMLElement) {
  if (map.dataset.lat !== undefined) return [{ at: positionOf(map), name: '' }];
  return [...document.querySelectorAll<HTMLElement>('.place[data-lat]')].map((card) => {
    const details = document.createElement('div');
    details.className = 'place-details';
    details.append(...[...card.children].map((part) => part.cloneNode(true)));
    return { at: positionOf(card), name: card.querySelector('h4')?.textContent ?? '', details };
  });
}
