// Checks of the media library: records, image files, and the copies of image data in other records must agree.
import { buffer } from 'node:stream/consumers';
import { after, everything, is, oneOf } from '../core/condition.js';
import type { RequestContext } from '../core/context.js';
import { eachRow, rowBatches } from '../core/each-row.js';
import { recordLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import { fileName, fileNames, partsOf } from '../core/picture.js';
import type { Row, Store } from '../core/store.js';
import type { MediaStore, StoredFile } from '../media/store.js';
import { copyOf, type ImageRow, noImage } from '../models/families/image.js';
import { type MediaRow, mediaTable } from '../models/media/columns.js';
import { media } from '../models/media/media.js';
import { removeUnusedFiles } from '../models/media/remove-unused-files.js';
import { readLocked } from '../operations/lock.js';
import { writesOf } from '../operations/write.js';
import type { Check } from '../storage/maintenance.js';

interface Library {
  readonly store: Store;
  readonly files: MediaStore;
  readonly context: RequestContext;
}

export const mediaChecks = (library: Library): readonly Check[] => [
  recordsHaveFiles(library),
  filesHaveRecords(library),
  imageCopiesAreCurrent(library),
];

/** Faults that a check lists at most. */
const maxShown = 20;

async function namesIn(files: MediaStore): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { name } of files.list()) names.add(name);
  return names;
}

/** Repair encodes missing variants from the full size, and removes records whose full size is missing. */
function recordsHaveFiles({ store, files, context }: Library): Check {
  const found = async () => {
    const names = await namesIn(files);
    const incomplete: { row: MediaRow; missing: readonly string[] }[] = [];
    await eachRow(store, mediaTable, everything, async (row) => {
      const missing = fileNames(row).filter((name) => !names.has(name));
      if (missing.length) incomplete.push({ row, missing });
    });
    return { names, incomplete };
  };
  return {
    name: 'media have their files',
    faults: async () => {
      const { names, incomplete } = await found();
      if (names.size === 0 && incomplete.length) return ['no files found: check ALMANAC_DATA and ALMANAC_MEDIA_URL'];
      return incomplete
        .slice(0, maxShown)
        .map(({ row, missing }) => `files of media ${row.id} are missing: ${missing.join(', ')}`);
    },
    repair: async () => {
      const { names, incomplete } = await found();
      // Without any file the folder or bucket is more likely wrong than empty.
      if (names.size === 0) return;
      for (const { row } of incomplete) await (names.has(fileName(row)) ? encodeAgain(row) : removeRecord(row));
    },
  };

  async function encodeAgain(row: MediaRow): Promise<void> {
    const full = await files.get(fileName(row));
    if (!full) return;
    const { makePicture } = await import('../media/process.js');
    await context.pictures.save((await makePicture(await buffer(full.stream), row.hash)).files);
  }

  async function removeRecord(row: MediaRow): Promise<void> {
    await store.transact(async (writer) => {
      const stored = await readLocked(writer, media, row.id, () =>
        writer.read({ table: media, where: is('id', row.id) }),
      );
      if (stored) await writesOf(media).remove({ ...context, store: writer }, media, stored, {});
    });
  }
}

/** Files are written before their record: younger files may belong to an upload in progress. */
const minOrphanAgeMs = 3_600_000;

function filesHaveRecords({ store, files, context }: Library): Check {
  const orphans = async (): Promise<readonly StoredFile[]> => {
    const listed: StoredFile[] = [];
    for await (const file of files.list()) if (file.modifiedMs < Date.now() - minOrphanAgeMs) listed.push(file);
    // Queried after listing the files, so that records created meanwhile count.
    const known = new Set<string>();
    await eachRow(store, mediaTable, everything, async (row) => void known.add(row.hash));
    return listed.filter(({ name }) => !known.has(partsOf(name)?.hash ?? ''));
  };
  return {
    name: 'files belong to media',
    faults: async () => (await orphans()).slice(0, maxShown).map(({ name }) => `${name} belongs to no record`),
    repair: async () => {
      for (const { name } of await orphans()) {
        const hash = partsOf(name)?.hash;
        if (hash) await removeUnusedFiles(store, context.pictures, hash, [name]);
        else await files.remove(name);
      }
    },
  };
}

/** Repair copies the image data from the library again, or clears it where the image is gone. */
function imageCopiesAreCurrent({ store, context }: Library): Check {
  interface Outdated {
    readonly table: Model;
    readonly row: Row;
    readonly expected: ImageRow;
  }
  const outdated = async (): Promise<readonly Outdated[]> => {
    const found: Outdated[] = [];
    for (const table of context.registry.models.filter(({ columns }) => 'image_id' in columns)) {
      for await (const rows of rowBatches(store, { table, where: after('image_id', 0) }))
        found.push(...(await outdatedOf(table, rows)));
    }
    return found;
  };
  const outdatedOf = async (table: Model, rows: readonly Row[]): Promise<readonly Outdated[]> => {
    const ids = [...new Set(rows.map(({ image_id }) => Number(image_id)))];
    const stored = await store.list({ table: mediaTable, where: oneOf('id', ids), order: [], limit: ids.length });
    const copies = new Map(stored.map((row) => [row.id, copyOf(row)]));
    return rows
      .map((row) => ({ table, row, expected: copies.get(Number(row.image_id)) ?? noImage }))
      .filter(({ row, expected }) => JSON.stringify(row.image) !== JSON.stringify(expected.image));
  };
  return {
    name: 'images match media',
    faults: async () =>
      (await outdated())
        .slice(0, maxShown)
        .map(({ table, row, expected }) =>
          expected.image_id
            ? `image data of ${table.name} ${row.id} is outdated`
            : `image of ${table.name} ${row.id} is missing`,
        ),
    repair: async () => {
      for (const { table, row } of await outdated()) await refresh(table, row.id, Number(row.image_id));
    },
  };

  /** Reads the row again under its lock, because the service may be running. */
  async function refresh(table: Model, id: number, imageId: number): Promise<void> {
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
