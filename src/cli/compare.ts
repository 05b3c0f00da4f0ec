// `compare`: replays reads on an old and a new site, and lists where the responses differ.
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { Named } from '../compare/compare-responses.js';
import type { Coverage } from '../compare/coverage.js';
import { knownDeviations } from '../compare/deviations.js';
import { compareSites } from '../compare/run.js';
import { type Group, type Summary, shortText } from '../compare/tally.js';
import { CommandError } from './command-error.js';
import { type CompareOptions, outputOf, pauseOf, sidesOf, siteUrl, sourceOf } from './compare-options.js';
import { writeTo } from './export-all.js';
import { wholeNumber } from './numbers.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { untilInterrupted } from './until-interrupted.js';

/** Keys and paths of a site are shown without characters that control a terminal. */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const maxExamples = 50;

const row = ({ count, kind, route, pattern, deviation = '' }: Group): readonly string[] => [
  String(count),
  kind,
  printable(route),
  printable(pattern) || '(response)',
  deviation,
];

const exampleOf = ({ example: { path, pointer, old = 'absent', new: now = 'absent' } }: Group): string =>
  [`  ${path} ${pointer}`, `    old: ${old}`, `    new: ${now}`].map(printable).join('\n');

const coverageRow = ({ route, responses, fields, values }: Coverage): readonly string[] => [
  printable(route),
  ...[responses, fields, values].map(String),
];

function print({ print: line }: Terminal, { groups, routes, totals, requests, differences, known }: Summary): void {
  if (groups.length) line(table([['COUNT', 'DIFFERENCE', 'ROUTE', 'PLACE', 'KNOWN AS'], ...groups.map(row)]));
  const unexplained = groups.filter(({ deviation }) => deviation === undefined).slice(0, maxExamples);
  if (unexplained.length) line(`\nFirst examples:\n${unexplained.map(exampleOf).join('\n')}\n`);
  if (routes.length) line(`\n${table([['ROUTE', 'RESPONSES', 'FIELDS', 'VALUES'], ...routes.map(coverageRow)])}\n`);
  if (totals.length)
    line(
      `${table([['TOTAL', 'OLD SITE', 'NEW SITE'], ...totals.map((one) => [one.name, `${one.old}`, `${one.new}`])])}\n`,
    );
  line(`${requests} requests compared: ${differences} differences, ${known} known deviations.`);
}

/** One line of NDJSON per difference, with shortened values. */
const lineOf = ({ old, new: now, ...named }: Named): string =>
  `${JSON.stringify({ ...named, old: shortText(old), new: shortText(now) })}\n`;

const reportTo =
  (output: Writable | undefined) =>
  async (found: readonly Named[]): Promise<void> => {
    if (output && found.length > 0) await writeTo(output)(found.map(lineOf).join(''));
  };

async function compare(terminal: Terminal, options: CompareOptions): Promise<void> {
  if (options.deviations) {
    const rows = knownDeviations.map(({ id, where, about }) => [id, about, where.replaceAll('`', '')]);
    terminal.print(table([['ID', 'ALMANAC', 'WHERE'], ...rows]));
    return;
  }
  const paths = await sourceOf(options, terminal.input);
  const sides = await sidesOf(options);
  const output = await outputOf(options);
  const { screen } = terminal;
  const summary = await untilInterrupted('Interrupted.', (signal) =>
    compareSites({
      ...sides,
      paths,
      pauseMs: options.rate,
      report: reportTo(output),
      signal,
      ...(screen.isTTY && { onProgress: (done) => screen.write(`\r\u001b[K${done} requests`) }),
    }),
  );
  if (screen.isTTY) screen.write('\r\u001b[K');
  output?.end();
  if (output) await finished(output);
  if (options.json) terminal.print(JSON.stringify(summary));
  else print(terminal, summary);
  if (summary.requests === 0) throw new CommandError('There was no read of the API to compare.');
  if (summary.differences > options.allow) {
    throw new CommandError(`${summary.differences} differences; ${options.allow} are allowed.`);
  }
}

const footer = `
Only GET requests are sent. Secrets in queries are left out. Differences that are known deviations of Almanac are listed,
and do not count. An old site in a private network needs --allow-private.

Exit codes: 0 no differences, or at most as many as allowed; 1 more differences, or failure; 2 usage error; 73 cannot
create the file of --ndjson.

Examples:
  almanac compare --old https://old.example --new http://127.0.0.1:8080 --crawl 500
  almanac compare --old https://old.example --new https://calendar.example --log access.log --rate 30/m --ndjson diff.ndjson
  almanac compare --deviations`;

export function compareCommand(program: Command, terminal: Terminal): void {
  program
    .command('compare')
    .description('compare the responses of an old and a new site')
    .option('--old <url>', 'the old site', siteUrl)
    .option('--new <url>', 'the new site', siteUrl)
    .option('--paths <file>', 'file with one path or URL per line; - for standard input')
    .option('--log <file>', 'access log in the common or combined format; - for standard input')
    .option('--crawl <count>', 'follow the old site, up to this number of requests', wholeNumber(1, 1_000_000))
    .option('--every <n>', 'take only every nth path of the file or log', wholeNumber(1, 1_000_000), 1)
    .addOption(
      new Option('--rate <rate>', 'requests per second or minute to each site').argParser(pauseOf).default(500, '2/s'),
    )
    .option('--allow <count>', 'differences that are no failure', wholeNumber(0, 999_999_999), 0)
    .option('--old-user <name>', 'user of the old site')
    .option('--old-password-file <file>', 'file with the application password of that user')
    .option('--new-user <name>', 'user of the new site')
    .option('--new-password-file <file>', 'file with the application password of that user')
    .option('--allow-private', 'the old site may be in a private network')
    .option('--json', 'print the counts as JSON')
    .option('--ndjson <file>', 'file for all differences, one per line; must not exist yet')
    .option('--deviations', 'list the known deviations')
    .addHelpText('after', footer)
    .action((options: CompareOptions) => compare(terminal, options));
}
