// Authors of another site as accounts here. Each becomes an account of its own without a password and without rights, so that
// no one gains access by an import; an administrator can give it both. The same author is the same account in later imports.
import { is } from '../../core/condition.js';
import type { Context, WriteContext } from '../../core/context.js';
import { accountsLock } from '../../core/locks.js';
import type { Store, Writer } from '../../core/store.js';
import { foldedName, isUserName, users } from '../../models/account/account.js';
import { user } from '../../models/account/user.js';
import { writesOf } from '../../operations/write.js';
import type { TecIncoming } from './page.js';

/** An author as the other site names them. */
export interface OldAuthor {
  readonly id: number;
  /** User name, such as `ada`. */
  readonly slug?: string;
  /** Name for people, such as `Ada Byron`. */
  readonly name?: string;
}

/** IDs of accounts by ID of the author. */
export type Authors = ReadonlyMap<number, number>;

const maxNameLength = 100;
const metaName = (source: string): string => `authors ${source}`;

/** Accounts of all authors that are known, and of these; those that are new get one. */
function accountsOf(context: Context, store: Store, source: string, authors: readonly OldAuthor[]): Promise<Authors> {
  return store.transact(async (writer) => {
    await writer.lock(accountsLock);
    const known = readMap(await writer.getMeta(metaName(source)));
    const added = new Map<number, number>();
    for (const author of authors) {
      const id = known.get(author.id);
      if (id !== undefined && (await writer.read({ table: users, where: is('id', id) }))) continue;
      added.set(author.id, await addAccount({ ...context, store: writer }, author));
    }
    const all = new Map([...known, ...added]);
    if (added.size > 0) await writer.setMeta(metaName(source), JSON.stringify([...all]));
    return all;
  });
}

async function addAccount(context: WriteContext, author: OldAuthor): Promise<number> {
  const name = await freeName(context.store, author);
  const given = { name, role: 'subscriber', display_name: (author.name ?? '').trim().slice(0, maxNameLength) };
  return (await writesOf(user).create(context, user, given)).id;
}

/** Never the name of an existing account: the same name need not be the same person. */
async function freeName(store: Writer, { id, slug = '' }: OldAuthor): Promise<string> {
  const names = [slug.trim(), `author-${id}`];
  for (let number = 2; ; number++) {
    for (const name of names.splice(0)) {
      const isFree = !(await store.read({ table: users, where: is('name_key', foldedName(name)) }));
      if (isUserName(name) && isFree) return name;
    }
    names.push(`author-${id}-${number}`);
  }
}

function readMap(text = ''): ReadonlyMap<number, number> {
  return new Map(text === '' ? [] : (JSON.parse(text) as [number, number][]));
}

interface AuthorSource {
  readonly source: string;
  readonly authors: () => Promise<readonly OldAuthor[]>;
}

interface AuthorRequest {
  /** ID of the account that everything gets. */
  readonly author?: number;
  /** Adds no accounts: records have the author of the import. */
  readonly isDryRun?: boolean;
}

/** Gives records of the site their authors here. */
export function authorsFor(
  context: Context,
  store: Store,
  { source, authors }: AuthorSource,
  { author, isDryRun = false }: AuthorRequest,
): (records: readonly TecIncoming[]) => Promise<readonly TecIncoming[]> {
  let named: ReadonlyMap<number, OldAuthor> | undefined;
  let accounts: Authors = new Map();

  async function addMissing(ids: readonly number[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !accounts.has(id));
    if (unknown.length === 0) return;
    const names = named ?? new Map((await authors()).map((one) => [one.id, one]));
    named = names;
    const wanted = unknown.map((id) => names.get(id) ?? { id });
    accounts = await accountsOf(context, store, source, wanted);
  }

  return async (records) => {
    if (author === undefined && !isDryRun) await addMissing(records.flatMap((record) => authorIn(record) ?? []));
    return records.map((record) => {
      const id = author ?? accounts.get(authorIn(record) ?? 0);
      return id === undefined ? record : withAuthor(record, id);
    });
  };
}

const authorIn = ({ author = '' }: TecIncoming): number | undefined => {
  const id = /^user:(\d{1,9})$/.exec(author)?.[1];
  return id === undefined ? undefined : Number(id);
};

const posts = ['event', 'venue', 'organizer'];

/** No request can set the author of an image; terms have none. */
function withAuthor(record: TecIncoming, author: number): TecIncoming {
  if (record.resource === 'media') return { ...record, stored: { ...record.stored, author } };
  return posts.includes(record.resource) ? { ...record, fields: { ...record.fields, author } } : record;
}
