// `doctor`: checks settings and data, and with --repair fixes what can be derived again.
import type { Command } from 'commander';
import type { Finding } from '../core/finding.js';
import { CommandError } from './command-error.js';
import { runChecks } from './doctor-checks.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

interface Options {
  readonly json?: true;
  readonly repair?: true;
}

function linesOf({ check, faults, mended = [] }: Finding): readonly (readonly string[])[] {
  if (faults.length === 0 && mended.length === 0) return [['ok', check, '']];
  const remaining = faults.map((fault) => ['ERROR', check, fault]);
  return [
    ...mended.filter((fault) => !faults.includes(fault)).map((fault) => ['repaired', check, fault]),
    ...remaining,
  ];
}

async function doctor({ environment, print }: Terminal, { json, repair }: Options): Promise<void> {
  const findings = await runChecks(environment, repair === true);
  const failed = findings.filter(({ faults }) => faults.length > 0).length;
  if (json) print(JSON.stringify({ healthy: failed === 0, checks: findings }));
  else print(table(findings.flatMap(linesOf)));
  if (failed) throw new CommandError(`${failed} of ${findings.length} checks failed.`);
}

export function doctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('check the settings and the database; exits with 1 if a check fails')
    .option(
      '--repair',
      'repair counts, links, trees, paths, images and imported websites, and rebuild the search index',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac doctor --repair')
    .action((options: Options) => doctor(terminal, options));
}
