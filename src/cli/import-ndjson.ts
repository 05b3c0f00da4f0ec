// `import ndjson`: reads a complete export, or records as the API has them, from a file or an archive with image files.
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { contextWithSettings, openFiles } from '../app.js';
import { operator } from '../core/actor.js';
import { partsOf, pictureTypes } from '../core/picture.js';
import { ImportFault, NotEmpty, NothingToResume } from '../imports/ndjson/fault.js';
import { openImport } from '../imports/ndjson/import.js';
import type { OpenFile } from '../imports/ndjson/read.js';
import { type Mode, modes } from '../imports/ndjson/request.js';
import { blockBytes, paddingOf, readTarHeader, type TarMember } from '../imports/ndjson/tar.js';
import { addToReport, emptyReport } from '../imports/report.js';
import { ImportRunning } from '../imports/running.js';
import type { MediaStore } from '../media/store.js';
import { CommandError, exitCodes } from './command-error.js';
import { mediaFolder, recordsMember } from './export-all.js';
import { countsText } from './import-report.js';
import { wholeNumber } from './numbers.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface Options {
  readonly mode: Mode;
  readonly dryRun?: true;
  readonly resume?: true;
  readonly force?: true;
  readonly batch: number;
  readonly stopOnError: number;
}

interface PlacedMember extends TarMember {
  /** Position of its first byte in the archive. */
  readonly start: number;
}

/** An image is at most 20 MB when it is uploaded; the stored file may be somewhat larger. */
const maxFileBytes = 64 * 1_048_576;

const refuse = (file: string, reason: string): CommandError => new CommandError(`${file}: ${reason}`);

/** The members of an archive; undefined if the file is none. Reads the headers only. */
async function membersOf(file: string): Promise<readonly PlacedMember[] | undefined> {
  const handle = await open(file, 'r');
  try {
    const { size: end } = await handle.stat();
    const members: PlacedMember[] = [];
    for (let at = 0; ; ) {
      const member = readTarHeader(await bytesAt(handle, at, blockBytes));
      if (members.length === 0 && (member === 'invalid' || member === undefined)) return undefined;
      if (member === undefined) return members;
      if (member === 'invalid') throw refuse(file, `The archive is damaged at byte ${at}.`);
      const start = at + blockBytes;
      if (start + member.size > end) throw refuse(file, `${member.name} is not complete. The archive was cut off.`);
      members.push({ ...member, start });
      at = start + member.size + paddingOf(member.size);
    }
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead).length === length ? bytes : Buffer.alloc(length, bytes.subarray(0, bytesRead));
}

/** Image files of an archive by their names. Any other member is refused. */
function imagesIn(file: string, [first, ...others]: readonly PlacedMember[]): readonly PlacedMember[] {
  if (first?.name !== recordsMember) throw refuse(file, `The first member of the archive must be ${recordsMember}.`);
  return others.map((member) => {
    const name = member.name.startsWith(mediaFolder) ? member.name.slice(mediaFolder.length) : '';
    if (!partsOf(name)) throw refuse(file, `${JSON.stringify(member.name)} is not the name of an image file.`);
    if (member.size > maxFileBytes) throw refuse(file, `${member.name} is larger than ${maxFileBytes} bytes.`);
    return { ...member, name };
  });
}

async function storeImages(file: string, images: readonly PlacedMember[], files: MediaStore): Promise<void> {
  const handle = await open(file, 'r');
  try {
    for (const { name, start, size } of images) {
      const { extension = 'jpg' } = partsOf(name) ?? {};
      if (!(await files.has(name))) await files.put(name, await bytesAt(handle, start, size), pictureTypes[extension]);
    }
  } finally {
    await handle.close();
  }
}

async function importFile(terminal: Terminal, file: string, options: Options): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`, exitCodes.usage);
  const members = await membersOf(file);
  const images = members ? imagesIn(file, members) : [];
  const [records] = members ?? [];
  const openRecords: OpenFile = () =>
    createReadStream(file, records && { start: records.start, end: records.start + records.size - 1 });
  await withStore(terminal, async (store, config) => {
    let hasBegun = false;
    const isDryRun = options.dryRun === true;
    const name = basename(file);
    const request = {
      name,
      mode: options.mode,
      batch: options.batch,
      stopOnError: options.stopOnError,
      isDryRun,
      force: options.force === true,
      resume: options.resume === true,
    };
    const host = { store, currentContext: () => contextWithSettings(config, store, operator) };
    let report = emptyReport;
    try {
      const opened = await openImport(host, request, openRecords);
      // The files come first, so that no record is without its files.
      if (!isDryRun) await storeImages(file, images, openFiles(config));
      hasBegun = true;
      await opened.run(({ applied }) => {
        report = addToReport(report, applied, []);
        for (const { warnings } of applied) for (const { place, text } of warnings) terminal.info(`${place}: ${text}`);
      });
    } catch (error) {
      explain(error, file, hasBegun && !isDryRun);
    }
    const counts = Object.values(report.counts);
    if (counts.length > 0) terminal.print(countsText(report.counts));
    const failures = counts.reduce((sum, { failed }) => sum + failed, 0);
    if (failures > 0) throw new CommandError(`${failures} records failed.`);
    terminal.info(isDryRun ? 'Dry run: nothing was stored.' : `Imported ${name}.`);
  });
}

function explain(error: unknown, file: string, hasBegun: boolean): never {
  const remedy = hasBegun ? ' Correct the file and run the same command with --resume.' : ' Nothing was stored.';
  if (error instanceof ImportFault) throw refuse(file, error.message + remedy);
  if (error instanceof NotEmpty)
    throw new CommandError(
      'The calendar is not empty. Import a complete export into an empty one, continue an interrupted import with ' +
        '--resume, or replace records with the same IDs with --force.',
    );
  if (error instanceof ImportRunning) throw new CommandError(error.message);
  if (error instanceof NothingToResume) throw new CommandError(`There is no interrupted import of ${file}.`);
  throw error;
}

export function importNdjsonCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('ndjson')
    .argument('<file>', 'file of `almanac export --all`, or lines of JSON as the API has them')
    .description('import everything from another calendar, or records that a script wrote')
    .option('--dry-run', 'report what would be imported, and store nothing')
    .addOption(new Option('--mode <mode>', 'what happens to records that exist').choices(modes).default('upsert'))
    .option('--resume', 'continue the interrupted import of this file')
    .option('--force', 'also into a calendar that is not empty: records with the same IDs are replaced')
    .option('--batch <count>', 'records per transaction', wholeNumber(1, 1_000), 500)
    .option('--stop-on-error <count>', 'stop after so many failed records; 0 for never', wholeNumber(0, 1_000_000), 0)
    .addHelpText(
      'after',
      `
The file is checked as a whole before anything is stored. Run the same command with --resume after an interruption.

Examples:
  almanac import ndjson calendar.tar
  almanac import ndjson --dry-run events.ndjson`,
    )
    .action((file: string, options: Options) => importFile(terminal, file, options));
}
