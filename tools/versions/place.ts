// Where a store is: a folder, and on PostgreSQL a database beside it. A place can be copied and backed up.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import type { Engine } from '../../src/storage/engine.js';
import { findPostgres } from '../../tests/harness/postgres/binaries.js';
import type { PostgresServer } from '../../tests/harness/postgres/server.js';
import { run } from '../../tests/harness/program.js';
import { administer } from '../../tests/harness/templates.js';

export type EngineName = Engine['name'];

export interface Place {
  readonly data: string;
  readonly settings: Readonly<Record<string, string>> & { readonly ALMANAC_DATA: string };
  /** A second store with the same content. Not while a process uses this one. */
  readonly copy: () => Promise<Place>;
  /** Backs up and restores into a new place. `backup` makes the file on the embedded engine. */
  readonly restore: (backup: (file: string) => Promise<void>) => Promise<Place>;
  readonly remove: () => Promise<void>;
}

export const openPlace = ({ settings }: Place): Engine => openEngine(readConfig(settings));

const copyMedia = (from: string, to: string): void => {
  const folder = join(from, 'media');
  if (existsSync(folder)) cpSync(folder, join(to, 'media'), { recursive: true });
};

/** Makes empty places below a folder. */
export interface Places {
  readonly engine: EngineName;
  readonly create: () => Promise<Place>;
}

export function embeddedPlaces(folder: string): Places {
  const create = async (): Promise<Place> => {
    const data = mkdtempSync(join(folder, 'store-'));
    return {
      data,
      settings: { ALMANAC_DATA: data },
      copy: async () => {
        const other = await create();
        cpSync(data, other.data, { recursive: true });
        return other;
      },
      restore: async (backup) => {
        const [other, file] = [await create(), `${data}.backup`];
        await backup(file);
        const { code, stderr } = await run(['restore', file, '--yes'], { data: other.data });
        if (code !== 0) throw new Error(`restore: ${stderr}`);
        copyMedia(data, other.data);
        rmSync(file);
        return other;
      },
      remove: async () => rmSync(data, { recursive: true }),
    };
  };
  return { engine: 'embedded', create };
}

export function postgresPlaces(folder: string, server: PostgresServer): Places {
  let count = 0;
  const client = (program: string, ...args: readonly string[]) =>
    execFileSync(join(findPostgres(), program), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const create = async (template?: string): Promise<Place> => {
    const [name, data] = [`store_${++count}`, mkdtempSync(join(folder, 'store-'))];
    await administer(server.url, `create database ${name}${template ? ` template ${template}` : ''}`);
    const url = `${server.url}/${name}`;
    return {
      data,
      settings: {
        ALMANAC_DATA: data,
        ALMANAC_DATABASE_URL: url,
        ALMANAC_DATABASE_CONNECTIONS: '4',
        ALMANAC_SECRET: 'a secret of at least 24 characters',
      },
      copy: async () => {
        const other = await create(name);
        copyMedia(data, other.data);
        return other;
      },
      restore: async () => {
        const [other, file] = [await create(), join(data, 'dump')];
        mkdirSync(data, { recursive: true });
        client('pg_dump', '-Fc', '-f', file, url);
        client('pg_restore', '-d', String(other.settings.ALMANAC_DATABASE_URL), file);
        copyMedia(data, other.data);
        return other;
      },
      remove: async () => {
        await administer(server.url, `drop database ${name} with (force)`);
        rmSync(data, { recursive: true });
      },
    };
  };
  return { engine: 'postgres', create: () => create() };
}
