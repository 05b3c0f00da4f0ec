// `export --all`: everything as NDJSON, or as an archive with the image files.
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { openFiles } from '../app.js';
import type { Config } from '../config.js';
import { everything } from '../core/condition.js';
import { eachRow } from '../core/each-row.js';
import { fileNames } from '../core/picture.js';
import type { Reader, Store } from '../core/store.js';
import { type ExportOptions, exportLines } from '../imports/ndjson/export.js';
import { paddingOf, tarEnd, tarHeader } from '../imports/ndjson/tar.js';
import { mediaTable } from '../models/media/columns.js';
import { registry } from '../models/registry.js';
import { fixUidHost } from '../operations/uid-host.js';

type Write = (text: string | Uint8Array) => Promise<void>;

/** Name of the member with the records, which comes first. */
export const recordsMember = 'export.ndjson';
export const mediaFolder = 'media/';

/** Waits until the bytes are written, so that a slow reader slows the export down. */
export const writeTo =
  (output: Writable): Write =>
  (bytes) =>
    new Promise((resolve, reject) => output.write(bytes, (error) => (error ? reject(error) : resolve())));

export async function exportAll(store: Store, config: Config, write: Write, options: ExportOptions): Promise<void> {
  const uidHost = await fixUidHost(store, config.baseUrl);
  await store.snapshot((reader) => writeRecords(reader, uidHost, write, options));
}

async function writeRecords(reader: Reader, uidHost: string, write: Write, options: ExportOptions): Promise<void> {
  for await (const lines of exportLines(reader, registry, { uid_host: uidHost }, options)) await write(lines);
}

/** The size of a member comes before its bytes, so the records are written to a temporary file first. Returns the names of
 * files that are missing. */
export async function exportArchive(
  store: Store,
  config: Config,
  write: Write,
  options: ExportOptions,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-export-'));
  try {
    const records = join(folder, recordsMember);
    const names = new Set<string>();
    const uidHost = await fixUidHost(store, config.baseUrl);
    await store.snapshot(async (reader) => {
      const file = await open(records, 'wx', 0o600);
      try {
        await writeRecords(reader, uidHost, async (text) => void (await file.writeFile(text)), options);
      } finally {
        await file.close();
      }
      await eachRow(reader, mediaTable, everything, async (row) => {
        for (const name of fileNames(row)) names.add(name);
      });
    });
    await writeMember(write, recordsMember, (await stat(records)).size, createReadStream(records));
    const missing = await writeFiles(config, write, [...names].sort());
    await write(tarEnd);
    return missing;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeFiles(config: Config, write: Write, names: readonly string[]): Promise<readonly string[]> {
  const files = openFiles(config);
  const missing: string[] = [];
  for (const name of names) {
    const content = await files.get(name);
    if (!content) {
      missing.push(name);
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of content.stream) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    await writeMember(write, mediaFolder + name, bytes.length, [bytes]);
  }
  return missing;
}

async function writeMember(
  write: Write,
  name: string,
  size: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await write(tarHeader({ name, size }));
  for await (const chunk of chunks) await write(chunk);
  await write(Buffer.alloc(paddingOf(size)));
}
