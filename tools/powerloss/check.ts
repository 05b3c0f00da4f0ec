// Checks a data folder as a power loss left it: the database, the acknowledged changes, the image files, and the service on it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFiles, openWithoutMigrating } from '../../src/app.js';
import { runChecks } from '../../src/cli/doctor-checks.js';
import { readConfig } from '../../src/config.js';
import { everything } from '../../src/core/condition.js';
import { rowBatches } from '../../src/core/each-row.js';
import { messageOf } from '../../src/core/error.js';
import { fileNames } from '../../src/core/picture.js';
import type { Reader } from '../../src/core/store.js';
import { mediaTable } from '../../src/models/media/columns.js';
import { addEvent, serveHere } from '../../tests/harness/program.js';
import { compare, type Write } from '../kills/ledger.js';
import { importFaults, observe, partFaults } from '../kills/observe.js';

type BytesOf = (path: string) => Buffer | undefined;

/** The content of a stored image never changes, so it is that of the whole recording. */
async function imageFaults(store: Reader, data: string, bytesOf: BytesOf): Promise<readonly string[]> {
  const faults: string[] = [];
  for await (const rows of rowBatches(store, { table: mediaTable, where: everything })) {
    for (const name of rows.flatMap(fileNames)) {
      const path = join('media', name.slice(0, 2), name);
      const whole = bytesOf(path);
      // Missing files are reported with their record; one that was deleted later is not known.
      const found = whole && readIfThere(join(data, path));
      if (whole && found && !found.equals(whole)) faults.push(`the file ${name} is not whole`);
    }
  }
  return faults;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

async function dataFaults(data: string, writes: readonly Write[], bytesOf: BytesOf): Promise<readonly string[]> {
  const config = readConfig({ ALMANAC_DATA: data });
  const { engine, store } = openWithoutMigrating(config);
  try {
    const observed = await observe(store, openFiles(config), 0);
    return [
      ...compare(writes, observed.states).faults,
      ...observed.faults,
      ...(await partFaults(engine.readConnection, 0)),
      ...(await importFaults(store, 0)),
      ...(await imageFaults(store, data, bytesOf)),
    ];
  } finally {
    await store.close();
  }
}

/** One more change over HTTP. */
async function serviceFaults(data: string, headers: Record<string, string>): Promise<readonly string[]> {
  const served = await serveHere({ data });
  try {
    const response = await addEvent(served.url, headers, 'After the power loss');
    return response.ok ? [] : [`the service answers ${response.status}: ${await response.text()}`];
  } finally {
    await served.stop();
  }
}

/** `bytesOf`: the whole content of a file of the recording. */
export async function faultsAfterLoss(
  data: string,
  writes: readonly Write[],
  headers: Record<string, string>,
  bytesOf: BytesOf,
): Promise<readonly string[]> {
  try {
    const doctor = (await runChecks({ ALMANAC_DATA: data }, false)).flatMap(({ check, faults }) =>
      faults.map((fault) => `doctor: ${check}: ${fault}`),
    );
    return [...doctor, ...(await dataFaults(data, writes, bytesOf)), ...(await serviceFaults(data, headers))];
  } catch (error) {
    return [messageOf(error)];
  }
}
