// The library of pictures: records, their files and the copies that other records keep must agree.
import { buffer } from 'node:stream/consumers';
import type { Columns } from '../core/column.js';
import { after, all, type Condition, everything, is, oneOf } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { recordLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import { fileName, fileNames, partsOf } from '../core/picture.js';
import type { Reader, Row, RowIn, Store, Table } from '../core/store.js';
import type { MediaStore, StoredFile } from '../media/store.js';
import { copyOf, type ImageRow, noImage } from '../models/families/image.js';
import { type MediaRow, mediaTable } from '../models/media/columns.js';
import { media } from '../models/media/media.js';
import { removeUnusedFiles } from '../models/media/remove-unused-files.js';
import { writesOf } from '../operations/write.js';
import type { Check } from '../storage/maintenance.js';

interface Library {
  readonly store: Store;
  readonly files: MediaStore;
  readonly context: Context;
}

export const mediaChecks = (library: Library): readonly Check[] => [
  recordsHaveFiles(library),
  filesHaveRecords(library),
  copiesAreTrue(library),
];

const atOnce = 500;
const shown = 20;

async function* rowsOf<C extends Columns>(
  store: Reader,
  table: Table<C>,
  where: Condition,
): AsyncGenerator<readonly RowIn<C>[]> {
  let last = 0;
  for (;;) {
    const rows = await store.list({
      table,
      where: all(where, after('id', last)),
      order: [{ column: 'id' }],
      limit: atOnce,
    });
    if (rows.length) yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function namesIn(files: MediaStore): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { name } of files.list()) names.add(name);
  return names;
}

/** A lost variant is made again from the full size; a record without that is of no use and goes. */
function recordsHaveFiles({ store, files, context }: Library): Check {
  const found = async () => {
    const names = await namesIn(files);
    const lacking: { row: MediaRow; lost: readonly string[] }[] = [];
    for await (const rows of rowsOf(store, mediaTable, everything)) {
      for (const row of rows) {
        const lost = fileNames(row).filter((name) => !names.has(name));
        if (lost.length) lacking.push({ row, lost });
      }
    }
    return { names, lacking };
  };
  return {
    name: 'media have their files',
    faults: async () => {
      const { names, lacking } = await found();
      if (names.size === 0 && lacking.length) return ['there is no file at all: is this the right place for pictures?'];
      return lacking.slice(0, shown).map(({ row, lost }) => `media ${row.id} lacks ${lost.join(', ')}`);
    },
    mend: async () => {
      const { names, lacking } = await found();
      // Then it is more likely that the files are elsewhere than that all of them are lost.
      if (names.size === 0) return;
      for (const { row } of lacking) await (names.has(fileName(row)) ? remake(row) : drop(row));
    },
  };

  async function remake(row: MediaRow): Promise<void> {
    const full = await files.get(fileName(row));
    if (!full) return;
    const { makePicture } = await import('../media/process.js');
    await context.pictures.keep((await makePicture(await buffer(full.stream), row.hash)).files);
  }

  async function drop(row: MediaRow): Promise<void> {
    await store.transact(async (writer) => {
      await writer.lock(recordLock(mediaTable, row.id));
      await writesOf(media).remove({ ...context, store: writer }, media, row, {});
    });
  }
}

/** Files of an upload that is under way are older than their record, but not by long. */
const settledAfter = 3_600_000;

function filesHaveRecords({ store, files, context }: Library): Check {
  const orphans = async (): Promise<readonly StoredFile[]> => {
    const listed: StoredFile[] = [];
    for await (const file of files.list()) if (file.at < Date.now() - settledAfter) listed.push(file);
    // Asked after the list was made: a record that came meanwhile counts.
    const known = new Set<string>();
    for await (const rows of rowsOf(store, mediaTable, everything)) for (const row of rows) known.add(row.hash);
    return listed.filter(({ name }) => !known.has(partsOf(name)?.hash ?? ''));
  };
  return {
    name: 'files belong to media',
    faults: async () => (await orphans()).slice(0, shown).map(({ name }) => `${name} belongs to no record`),
    mend: async () => {
      for (const { name } of await orphans()) {
        const hash = partsOf(name)?.hash;
        if (hash) await removeUnusedFiles(store, context.pictures, hash, [name]);
        else await files.remove(name);
      }
    },
  };
}

/** What records keep of their pictures is taken from the library again, or cleared where it has them no more. */
function copiesAreTrue({ store, context }: Library): Check {
  interface Wrong {
    readonly table: Model;
    readonly row: Row;
    readonly right: ImageRow;
  }
  const wrong = async (): Promise<readonly Wrong[]> => {
    const found: Wrong[] = [];
    for (const table of context.registry.models.filter(({ columns }) => 'image_id' in columns)) {
      for await (const rows of rowsOf(store, table, after('image_id', 0))) found.push(...(await untrue(table, rows)));
    }
    return found;
  };
  const untrue = async (table: Model, rows: readonly Row[]): Promise<readonly Wrong[]> => {
    const ids = [...new Set(rows.map(({ image_id }) => Number(image_id)))];
    const stored = await store.list({ table: mediaTable, where: oneOf('id', ids), order: [], limit: atOnce });
    const copies = new Map(stored.map((row) => [row.id, copyOf(row)]));
    return rows
      .map((row) => ({ table, row, right: copies.get(Number(row.image_id)) ?? noImage }))
      .filter(({ row, right }) => JSON.stringify(row.image) !== JSON.stringify(right.image));
  };
  return {
    name: 'images are those of media',
    faults: async () =>
      (await wrong())
        .slice(0, shown)
        .map(({ table, row, right }) =>
          right.image_id ? `${table.name} ${row.id} has another image` : `image of ${table.name} ${row.id} is missing`,
        ),
    mend: async () => {
      for (const { table, row } of await wrong()) await setRight(table, row.id, Number(row.image_id));
    },
  };

  /** Looked at again, since the service may be running. */
  async function setRight(table: Model, id: number, imageId: number): Promise<void> {
    await store.transact(async (writer) => {
      await writer.lock(recordLock(table, id));
      await writer.lock(recordLock(mediaTable, imageId));
      const row = await writer.read({ table, where: is('id', id) });
      if (row?.image_id !== imageId) return;
      const picture = await writer.read({ table: mediaTable, where: is('id', imageId) });
      const stamp = { version: Number(row.version) + 1, modified_utc: context.call.now };
      await writer.update(table, id, { ...(picture ? copyOf(picture) : noImage), ...stamp });
    });
  }
}
