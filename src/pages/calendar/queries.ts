// Queries of the pages: lists and records through the same steps as anonymous API requests, with the same bodies.

import { shapeOf } from '../../core/facade.js';
import type { Given } from '../../core/field.js';
import { inLanguage, localized } from '../../core/language.js';
import { present, recordView } from '../../core/present.js';
import type { Body, Shape } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { withMaster } from '../../facades/events/series-dates.js';
import { listParams, lookUp, parse, refuseFaults } from '../../facades/parse.js';
import { list } from '../../operations/list.js';
import { authorizeRead, find, type RecordKey } from '../../operations/read.js';
import type { PageRequest } from './page-request.js';
import type { EventBody, ListedEvent, OrganizerBody, SeriesBody, TermBody, VenueBody } from './records.js';
import { listedKeys } from './records.js';

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly pages: number;
}

export interface PageBounds {
  readonly limit: number;
  readonly page?: number;
}

const shapeFor = ({ events, call }: PageRequest, name: string): Shape =>
  name === 'event' ? events : shapeOf(call.facade, name);

async function listOf<Item>(
  request: PageRequest,
  shape: Shape,
  body: Body,
  input: Given,
  { limit, page = 1 }: PageBounds,
) {
  const { context, call } = request;
  const found = await lookUp(shape.list.filters, parse(listParams(shape), input, call, true), context);
  const { rows, total, pages } = await list(context, shape, { found, text: {}, page, perPage: limit });
  const view = { ...call, occasion: 'item', opens: () => false, found } as const;
  const items = rows.map((row) => present(body, localized(row, shape.model, call), view) as unknown as Item);
  return { items, total, pages } satisfies Listed<Item>;
}

const shown = new WeakMap<Shape, Body>();

const isListed = new Set<string>(listedKeys);
const listed = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([key]) => isListed.has(key)));

/** A body with the keys that lists show, so that the others are not computed. */
function listedBody(event: Shape): Body {
  const body = shown.get(event) ?? listed(event.body);
  shown.set(event, body);
  return body;
}

export const listEvents = (request: PageRequest, input: Given, bounds: PageBounds): Promise<Listed<ListedEvent>> =>
  listOf(request, request.events, listedBody(request.events), input, bounds);

interface Kinds {
  readonly event: EventBody;
  readonly venue: VenueBody;
  readonly organizer: OrganizerBody;
  readonly category: TermBody;
  readonly tag: TermBody;
}
export type Kind = keyof Kinds;

export function listRecords<K extends Exclude<Kind, 'event'>>(
  request: PageRequest,
  kind: K,
  input: Given,
  bounds: PageBounds,
): Promise<Listed<Kinds[K]>> {
  const shape = shapeFor(request, kind);
  return listOf(request, shape, shape.body, input, bounds);
}

/** A row that was read with its links, as lists show it. */
export function listedEvent({ events, call }: PageRequest, row: Row): ListedEvent {
  const view = { ...call, occasion: 'item', opens: () => false, found: {} } as const;
  return present(listedBody(events), localized(row, events.model, call), view) as unknown as ListedEvent;
}

export interface LocalizedRecord<B> {
  readonly body: B;
  /** URL of the record in each of the site's languages. */
  readonly urls: ReadonlyMap<string, string>;
  readonly row: Row;
}

/** The URL of a row in the language of the page, or in another one. */
export function urlOf({ call }: PageRequest, shape: Shape, row: Row, language = call.language): string {
  const view = { ...call, occasion: 'read', opens: () => false, found: {} } as const;
  return String(shape.body.url?.of(inLanguage(row, language, call.site.languages), view));
}

/** Does not check whether the caller may read the event. */
export const eventUrl = async (request: PageRequest, address: RecordKey): Promise<string> =>
  urlOf(request, request.events, await find(request.context, request.events, address, 'read'));

export const urlsOf = ({ call }: PageRequest, urlIn: (language: string) => string): ReadonlyMap<string, string> =>
  new Map(call.site.languages.map((code) => [code, urlIn(code)]));

const recordUrls = (request: PageRequest, shape: Shape, row: Row): LocalizedRecord<unknown>['urls'] =>
  urlsOf(request, (code) => urlOf(request, shape, row, code));

function localizedRecord<K extends Kind>(request: PageRequest, kind: K, row: Row): LocalizedRecord<Kinds[K]> {
  const { call } = request;
  const shape = shapeFor(request, kind);
  return {
    body: present(shape.body, localized(row, shape.model, call), recordView(row, call, 'read')) as unknown as Kinds[K],
    urls: recordUrls(request, shape, row),
    row,
  };
}

/** Reads a record; a protected one needs its password in `input`. */
export async function readRecord<K extends Kind>(
  request: PageRequest,
  kind: K,
  address: RecordKey,
  input: Given = {},
): Promise<LocalizedRecord<Kinds[K]>> {
  const row = await find(request.context, shapeFor(request, kind), address, 'read');
  return openRecord(request, kind, row, input);
}

/** The record of a row that was found; a protected one needs its password in `input`. */
export async function openRecord<K extends Kind>(
  request: PageRequest,
  kind: K,
  row: Row,
  input: Given = {},
): Promise<LocalizedRecord<Kinds[K]>> {
  const shape = shapeFor(request, kind);
  const { given, faults } = parse(shape.readParams, input, request.call, true);
  refuseFaults(faults);
  await authorizeRead(request.context, shape, row, given);
  return localizedRecord(request, kind, kind === 'event' ? await withMaster(request.context, row) : row);
}

/** An event whatever its status and password, for a caller that a preview link authorizes. */
export const unauthorizedRecord = async (request: PageRequest, row: Row): Promise<LocalizedRecord<EventBody>> =>
  localizedRecord(request, 'event', await withMaster(request.context, row));

/** A series as the API shows it; without what its password hides. */
export async function readSeries({ context, call, events }: PageRequest, row: Row): Promise<SeriesBody> {
  const hydrated = (await events.hydrate?.(context, row)) ?? row;
  const view = { ...call, occasion: 'read', opens: () => false, found: {} } as const;
  return present(events.body, localized(hydrated, events.model, call), view) as unknown as SeriesBody;
}

/** The list data of a protected event, for its password form. */
export const protectedRecord = (request: PageRequest, row: Row): LocalizedRecord<ListedEvent> => ({
  body: listedEvent(request, row),
  urls: recordUrls(request, request.events, row),
  row,
});
