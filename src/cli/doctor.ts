// `doctor`: tells whether everything is well, and mends what it can when asked.
import type { Command } from 'commander';
import { checkUp, type Finding } from './check-up.js';
import { Refusal } from './refusal.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

interface Options {
  readonly json?: true;
  readonly repair?: true;
}

function linesOf({ check, faults, mended = [] }: Finding): readonly (readonly string[])[] {
  if (faults.length === 0 && mended.length === 0) return [['ok', check, '']];
  const left = faults.map((fault) => ['WRONG', check, fault]);
  return [...mended.filter((fault) => !faults.includes(fault)).map((fault) => ['mended', check, fault]), ...left];
}

async function doctor({ environment, print }: Terminal, { json, repair }: Options): Promise<void> {
  const findings = await checkUp(environment, repair === true);
  const wrong = findings.filter(({ faults }) => faults.length > 0).length;
  if (json) print(JSON.stringify({ healthy: wrong === 0, checks: findings }));
  else print(table(findings.flatMap(linesOf)));
  if (wrong) throw new Refusal(`${wrong} of ${findings.length} checks found something wrong.`);
}

export function doctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('check the settings and the database; exits with 1 if something is wrong')
    .option('--repair', 'fix counts, links, trees, paths and images, and rebuild the search index')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac doctor --repair')
    .action((options: Options) => doctor(terminal, options));
}
