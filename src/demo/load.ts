// Loads the demo calendar in one transaction, through the same steps as a request: parse, prepare, look up, create.
// Records are created in English, then translated into French.

import { all, everything, is } from '../core/condition.js';
import type { Context, PrepareContext, RequestContext, WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { demoLock } from '../core/locks.js';
import type { Reader, Store } from '../core/store.js';
import { fold } from '../core/text/fold.js';
import { lookUpForModel, type Parsed, parse, prepare } from '../facades/parse.js';
import { withPreparation } from '../operations/prepare.js';
import { createEach, writesOf } from '../operations/write.js';
import { type DemoEvent, datesInWeek, draftOf } from './demo-event.js';
import { celebrations } from './events/celebrations.js';
import { learning } from './events/learning.js';
import { music } from './events/music.js';
import { outdoors } from './events/outdoors.js';
import { regular } from './events/regular.js';
import { stage } from './events/stage.js';
import { table } from './events/table.js';
import { contextIn } from './language.js';
import { type ReadyPictures, readyPictures } from './pictures.js';
import { type DemoCategory, demoCategories } from './terms.js';
import { addFrenchTexts, newestIds, update } from './translate.js';

export const demoEvents: readonly DemoEvent[] = [
  ...celebrations,
  ...music,
  ...stage,
  ...learning,
  ...table,
  ...outdoors,
  ...regular,
];

export interface Loaded {
  readonly events: number;
  /** Password-protected events; the command prints these passwords. */
  readonly protectedEvents: readonly { readonly title: string; readonly password: string }[];
}

function create(context: WriteContext, name: string, input: Given): Promise<number> {
  return createParsed(context, name, parse(shapeOf(context.call.facade, name).fields, input, context.call, true));
}

async function createParsed(context: WriteContext, name: string, parsed: Parsed): Promise<number> {
  const { model, fields } = shapeOf(context.call.facade, name);
  const given = await lookUpForModel(fields, parsed, context);
  return (await writesOf(model).create(context, model, given)).id;
}

async function createEvents(
  context: WriteContext,
  inputs: readonly Given[],
  digests: Digests,
): Promise<readonly number[]> {
  const { model, fields } = shapeOf(context.call.facade, 'event');
  const parsed = inputs.map(({ password, ...input }) => {
    const { given, faults } = parse(fields, input, context.call, true);
    return { given: { ...given, ...digests.get(password) }, faults };
  });
  const givens = await Promise.all(parsed.map((one) => lookUpForModel(fields, one, context)));
  return (await createEach(context, model, givens)).map(({ id }) => id);
}

/** Prepared input by password. */
type Digests = ReadonlyMap<unknown, Given>;

/** Hashes the passwords before the transaction. */
async function readyDigests(context: PrepareContext): Promise<Digests> {
  const { fields } = shapeOf(context.call.facade, 'event');
  const digests = new Map<unknown, Given>();
  for (const { also } of demoEvents) {
    if (also?.password === undefined) continue;
    const given = { password: also.password };
    digests.set(also.password, (await prepare(fields, { given, faults: {} }, context)).given);
  }
  return digests;
}

/** Ids of the image records by name. An existing record of the same image is reused. */
async function createImages(context: WriteContext, pictures: ReadyPictures): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const media = context.registry.named('media');
  for (const [name, parsed] of pictures) {
    ids.set(
      name,
      (await media.findExisting?.(context, parsed.given)) ?? (await createParsed(context, 'media', parsed)),
    );
  }
  return ids;
}

/** Reuses an existing category of the same name and parent. */
async function createCategory(
  context: WriteContext,
  { name, description, children = [] }: DemoCategory,
  parent: number,
) {
  const where = all(is('name_key', fold(name)), is('parent', parent));
  const { language } = context.call;
  const existing = await context.store.read({ table: context.registry.named('category'), where, language });
  const id = existing?.id ?? (await create(context, 'category', { name, description, parent }));
  for (const child of children) await createCategory(context, child, id);
}

/** Moves one date of a series by some days. */
async function moveDate(context: WriteContext, event: DemoEvent, owner: number | undefined): Promise<void> {
  const { moved } = event.repeats ?? {};
  const { facade, site, now } = context.call;
  if (!moved || !site.recurrence || owner === undefined) return;
  const name = datesInWeek(event, now, moved.week).start_date.slice(0, 10);
  const dates = datesInWeek(event, now, moved.week, moved.days);
  await update(context, shapeOf(facade, 'event'), { owner, name }, dates);
}

export const isEmpty = async (store: Reader, { registry }: Context): Promise<boolean> =>
  (await store.count({ table: registry.named('event'), where: everything })) === 0;

/** Undefined if there are events already, including trashed ones, and `force` is not set. */
export async function loadDemo(store: Store, context: RequestContext, force: boolean): Promise<Loaded | undefined> {
  if (!force && !(await isEmpty(store, context))) return undefined;
  return withPreparation(store, context, 60_000, async (preparing) =>
    load(store, context, force, await readyPictures(preparing), await readyDigests(preparing)),
  );
}

const load = (
  store: Store,
  context: Context,
  force: boolean,
  pictures: ReadyPictures,
  digests: Digests,
): Promise<Loaded | undefined> =>
  store.transact(async (writer) => {
    await writer.lock(demoLock);
    const english = contextIn('en', { ...context, store: writer });
    // Another process may have loaded it meanwhile.
    if (!force && !(await isEmpty(writer, context))) return undefined;
    const before = await newestIds(english);
    for (const category of demoCategories) await createCategory(english, category, 0);
    const imageIds = await createImages(english, pictures);
    const ids = new Map<string, number>();
    const idIn = (names: ReadonlyMap<string, number>, name: string | undefined) =>
      name === undefined ? undefined : names.get(name);
    // Parents are created before their children.
    for (const isPart of [false, true]) {
      const events = demoEvents.filter(({ partOf }) => (partOf !== undefined) === isPart);
      const drafts = events.map((event) =>
        draftOf(event, context.call, { parent: idIn(ids, event.partOf), image: idIn(imageIds, event.picture) }),
      );
      const created = await createEvents(english, drafts, digests);
      for (const [at, event] of events.entries()) {
        const id = created[at];
        if (id !== undefined) ids.set(event.title, id);
        await moveDate(english, event, id);
      }
    }
    await addFrenchTexts(contextIn('fr', { ...context, store: writer }), before);
    const protectedEvents = demoEvents.flatMap(({ title, also }) =>
      also?.password ? [{ title, password: also.password }] : [],
    );
    return { events: demoEvents.length, protectedEvents };
  });
