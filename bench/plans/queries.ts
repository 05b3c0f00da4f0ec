// The commonest questions, made into statements by the code that answers requests: read, looked up, planned, compiled.

import { readConfig } from '../../src/config.js';
import { listParams, lookUp, parse, queryOf } from '../../src/contract/parse.js';
import { type Actor, anonymous } from '../../src/core/actor.js';
import { type Call, type Profile, standard } from '../../src/core/call.js';
import { type Condition, is } from '../../src/core/condition.js';
import type { Given } from '../../src/core/field.js';
import type { Desk } from '../../src/core/store.js';
import { openFolder } from '../../src/media/folder.js';
import { openPictures } from '../../src/media/pictures.js';
import { guardedFetch } from '../../src/net/fetch.js';
import { planList } from '../../src/operations/list.js';
import { embedsOf } from '../../src/operations/read.js';
import { profilesOf } from '../../src/profiles.js';
import { event } from '../../src/resources/event/event.js';
import { registry } from '../../src/resources/registry.js';
import { compiler } from '../../src/storage/compile.js';
import type { Engine, Statement } from '../../src/storage/dialect.js';
import { openStore } from '../../src/storage/store.js';
import { sizes } from '../data.js';

export interface Named {
  readonly name: string;
  readonly statement: Statement;
}

const editor: Actor = { id: 2, name: 'editor', role: 'editor' };
const author: Actor = { id: 3, name: 'author3', role: 'author' };
const [native, dropin] = profilesOf(readConfig({})) as [Profile, Profile];

interface Question {
  readonly name: string;
  readonly input?: Given;
  readonly actor?: Actor;
  readonly profile?: Profile;
}

const berlin = { geoloc_lat: '52.52', geoloc_lng: '13.405' };

/** A category at the top, and others of middling use. */
const questions = (now: string, venues: number): readonly Question[] => [
  { name: 'default list, native' },
  { name: 'default list, drop-in', profile: dropin },
  { name: 'default list, editor', actor: editor },
  { name: 'default list, author', actor: author },
  { name: 'month', input: { start_date: `${now.slice(0, 7)}-01`, end_date: `${now.slice(0, 7)}-28` } },
  { name: 'category and below', input: { categories: '3' } },
  { name: 'tag', input: { tags: String(sizes.categories + 200) } },
  { name: 'venue', input: { venue: '200' } },
  { name: 'organizer', input: { organizer: String(venues + 200) } },
  { name: 'search, common', input: { search: 'lighthouse' } },
  { name: 'search, rare', input: { search: 'heronhaven' } },
  { name: 'featured', input: { featured: 'true' } },
  { name: 'near a place', input: berlin },
  { name: 'near a place, by distance', input: { ...berlin, orderby: 'distance' } },
  { name: 'near the date line', input: { geoloc_lat: '-17', geoloc_lng: '179.9', geoloc_radius: '300' } },
  { name: 'with coordinates', input: { geoloc: 'true' } },
  { name: 'with tickets', input: { ticketed: 'true' } },
  { name: 'drafts, editor', input: { status: 'draft' }, actor: editor },
];

export async function statementsOf(engine: Engine, now: string, venues: number): Promise<readonly Named[]> {
  const store = openStore(engine, registry);
  const site = { baseUrl: 'http://localhost:8080', zone: 'UTC', perPage: 10, version: '', ...standard };
  const pictures = openPictures(openFolder('.'), guardedFetch());
  const secrets = { hash: async () => '', verify: async () => false };
  const deskOf = (actor: Actor, profile: Profile): Desk => {
    const call: Call = { actor, profile, site, now };
    return { store, call, registry, secrets, pictures };
  };
  const sql = () => compiler(engine.dialect, registry);
  const listed = async ({ name, input = {}, actor = anonymous, profile = native }: Question) => {
    const desk = deskOf(actor, profile);
    const found = await lookUp(event.filters, parse(listParams(event), input, desk.call, true), desk);
    const plan = planList(event, queryOf(event, input, found, desk.call), desk.call, desk);
    return [
      { name, statement: sql().list(plan) },
      { name: `${name}: count`, statement: sql().count(plan) },
    ];
  };
  const read = (name: string, where: Condition): Named => {
    const embeds = embedsOf(event, anonymous, { registry });
    return { name, statement: sql().list({ table: event, where, order: [], limit: 1, embeds }) };
  };
  const [some] = await store.list({ table: event, where: is('status', 'publish'), order: [], limit: 1, offset: 1_000 });
  const lists: Named[] = [];
  for (const question of questions(now, venues)) lists.push(...(await listed(question)));
  return [...lists, read('read by id', is('id', some?.id)), read('read by slug', is('slug', some?.slug))];
}
