// `import status` and `import finish`: which sites are taken over or mirrored, and the end of a mirror.
import type { Command } from 'commander';
import { now } from '../app.js';
import { is } from '../core/condition.js';
import type { Reader } from '../core/store.js';
import { parseUrl } from '../core/text/parse-url.js';
import { secondsBetween } from '../core/time/clock.js';
import { isMirror, newestImport } from '../imports/mirrored.js';
import { type ImportRow, imports } from '../imports/tables.js';
import { endMirror } from '../imports/tec/mirror.js';
import { defaultTecOptions, sourceOf, type TecOptions } from '../imports/tec/options.js';
import { CommandError } from './command-error.js';
import { type Credentials, importPasswordVariable, readCredentials } from './import-password.js';
import { withoutControls } from './import-report.js';
import { withTakeover } from './import-site.js';
import { showReport } from './import-tec.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

const maxListed = 100;

/** Newest first. */
const takeovers = (store: Reader): Promise<readonly ImportRow[]> =>
  store.list({
    table: imports,
    where: is('kind', 'tec'),
    order: [{ column: 'id', descending: true }],
    limit: maxListed,
  });

/** Seconds since the start of the last complete sweep: changes of the site since then may be missing here. */
function lagOf({ options }: ImportRow): number | undefined {
  const { swept_utc: swept } = options;
  return typeof swept === 'string' ? secondsBetween(swept, now()) : undefined;
}

const shown = (row: ImportRow) => ({
  id: row.id,
  source: row.source,
  state: row.state,
  mirrored: isMirror(row),
  started_utc: row.started_utc,
  changed_utc: row.changed_utc,
  ...(isMirror(row) && { lag_seconds: lagOf(row) ?? null }),
});

async function status(terminal: Terminal, { json }: { readonly json?: true }): Promise<void> {
  const rows = (await withStore(terminal, takeovers)).map(shown);
  if (json) return terminal.print(JSON.stringify(rows));
  const lines = rows.map(({ id, source, state, mirrored, changed_utc, lag_seconds: lag }) => [
    String(id),
    withoutControls(source),
    mirrored && state !== 'mirrored' ? `${state}, mirrored` : state,
    changed_utc,
    lag === undefined || lag === null ? '' : `${lag} s`,
  ]);
  terminal.print(table([['ID', 'SOURCE', 'STATE', 'CHANGED (UTC)', 'LAG'], ...lines]));
}

interface FinishOptions extends Credentials {
  readonly detach?: true;
  readonly json?: true;
}

/** By ID, by source, or by the address of the site. */
async function requireMirror(store: Reader, text: string): Promise<ImportRow> {
  const url = parseUrl(text);
  const source = url && /^https?:$/.test(url.protocol) ? sourceOf(url) : text;
  const found = /^\d{1,9}$/.test(text)
    ? await store.read({ table: imports, where: is('id', Number(text)) })
    : await newestImport(store, source);
  if (!found || !isMirror(found))
    throw new CommandError(`${text} is not mirrored. \`almanac import status\` lists mirrors.`);
  return found;
}

const steps = (site: string): string => `The mirror of ${site} is finished. Its records can be edited here now.

Next steps:
  1. Compare both sites:     almanac compare --old ${site} --new <address of this service>
  2. Point the proxy or the DNS record of the site to this service.
  3. Set ALMANAC_BASE_URL to the address of the site and restart the service.
  4. Keep the old site until no client uses it any more.`;

async function finish(terminal: Terminal, text: string, options: FinishOptions): Promise<void> {
  const { detach, json } = options;
  const found = await withStore(terminal, (store) => requireMirror(store, text));
  if (detach) {
    await withStore(terminal, (store) => endMirror(store, found.source, now()));
    return terminal.info(steps(found.name));
  }
  if (found.options.series === 'single')
    throw new CommandError(
      'This mirror has an event for each date, which is no longer possible. End it with --detach.',
    );
  const tec: TecOptions = {
    ...defaultTecOptions,
    ...(found.options as unknown as TecOptions),
    site: found.name,
    ...readCredentials(terminal, options),
  };
  const row = await withTakeover(terminal, { options: tec }, ({ finish: lastSweep }) => lastSweep());
  terminal.info(steps(found.name));
  showReport(terminal, row, json ? { json } : {});
}

export function importMirrorCommands(parent: Command, terminal: Terminal): void {
  parent
    .command('status')
    .description('list sites that were taken over or are mirrored, and how far behind they are')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac import status --json')
    .action((options: { json?: true }) => status(terminal, options));
  parent
    .command('finish')
    .argument('<mirror>', 'source, address or ID from `import status`')
    .description('read a mirrored site for the last time and end the mirror')
    .option('--user <name>', 'user of the site, for records that are not public')
    .option('--password-file <file>', `file with an application password of the user (or ${importPasswordVariable})`)
    .option('--detach', 'end the mirror at once, without reading the site')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  almanac import finish https://old.example')
    .action((text: string, options: FinishOptions) => finish(terminal, text, options));
}
