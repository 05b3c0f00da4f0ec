// A map with pins, drawn by Leaflet. Public pages and the console load this file only when they show a map.
import 'leaflet/dist/leaflet.css';
import './map.css';
import { control, divIcon, type Map as LeafletMap, latLngBounds, map as mapIn, marker, tileLayer } from 'leaflet';

export interface Position {
  readonly lat: number;
  readonly lng: number;
}

export interface Pin {
  readonly at: Position;
  readonly name: string;
  /** Shown after a click on the pin, or Enter. */
  readonly details?: HTMLElement;
}

export interface MapOptions {
  /** URL template with {z}, {x} and {y}. */
  readonly tiles: string;
  readonly texts: { readonly zoomIn: string; readonly zoomOut: string };
  readonly pins: readonly Pin[];
}

const zooms = { min: 0, empty: 2, near: 15, max: 19 };

export const pinIcon = () =>
  divIcon({ className: 'map-pin', iconSize: [24, 24], iconAnchor: [12, 28], popupAnchor: [0, -24] });

/** The map of an empty element, which has the size and the label. */
export function openMap(element: HTMLElement, { tiles, texts, pins }: MapOptions): LeafletMap {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = mapIn(element, {
    minZoom: zooms.min,
    maxZoom: zooms.max,
    // The page has the credit below the map, where it needs no script.
    attributionControl: false,
    zoomControl: false,
    // The wheel scrolls the page until the map has the focus.
    scrollWheelZoom: false,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
  });
  control.zoom({ position: 'topright', zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  // Providers such as OpenStreetMap serve tiles only to requests that name the site; pages send no Referer otherwise.
  tileLayer(tiles, { referrerPolicy: 'origin', maxZoom: zooms.max }).addTo(map);
  showAll(map, pins);
  for (const pin of pins) addPin(map, pin);
  return map;
}

function showAll(map: LeafletMap, pins: readonly Pin[]): void {
  const [first] = pins;
  if (!first) map.setView({ lat: 20, lng: 0 }, zooms.empty);
  else if (pins.length === 1) map.setView(first.at, zooms.near);
  else map.fitBounds(latLngBounds(pins.map(({ at }) => [at.lat, at.lng])), { padding: [32, 32], maxZoom: zooms.near });
}

function addPin(map: LeafletMap, { at, name, details }: Pin): void {
  const pin = marker(at, {
    icon: pinIcon(),
    title: name,
    interactive: details !== undefined,
    keyboard: details !== undefined,
  });
  pin.addTo(map);
  if (!details) return;
  // Escape and a click on the map close it: the button of Leaflet has an English name.
  pin.bindPopup(details, {
    closeButton: false,
    minWidth: 220,
    maxWidth: 320,
    maxHeight: 260,
    autoPanPaddingBottomRight: [56, 8],
  });
  pin.on('popupopen', () => details.querySelector('a')?.focus({ preventScroll: true }));
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    pin.closePopup();
    pin.getElement()?.focus();
  });
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const stepPixels = 5;

/** A pin that is moved by dragging, by the arrow keys, or by a click on the map; Enter sets it in the middle of the map.
 * The returned function shows it at a position. */
export function movablePin(
  map: LeafletMap,
  name: string,
  onMove: (at: Position) => void,
): (at: Position | undefined) => void {
  const pin = marker(map.getCenter(), { icon: pinIcon(), title: name, draggable: true, autoPan: true });
  pin.on('dragend', () => onMove(pin.getLatLng()));
  pin.on('add', () => pin.getElement()?.addEventListener('keydown', moveByKey));
  const moveByKey = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    // The map would pan.
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? stepPixels * 5 : stepPixels;
    onMove(map.layerPointToLatLng(map.latLngToLayerPoint(pin.getLatLng()).add([x * step, y * step])));
  };
  map.on('click', ({ latlng }) => onMove(latlng));
  map.getContainer().addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target === map.getContainer()) onMove(map.getCenter());
  });
  return (at) => {
    if (!at) {
      pin.remove();
      return;
    }
    pin.setLatLng(at).addTo(map);
    if (!map.getBounds().contains(pin.getLatLng())) map.setView(at, Math.max(map.getZoom(), zooms.near));
  };
}
