// The command line: every command is listed here, and every error ends here as one line and an exit code.
import { Command } from 'commander';
import { version } from '../app.js';
import { backupCommand } from './backup.js';
import { configCommand } from './config.js';
import { copyCommand } from './copy.js';
import { demoCommand } from './demo.js';
import { doctorCommand } from './doctor.js';
import { outcomeOf } from './outcome.js';
import { passwordsCommands } from './passwords.js';
import { restoreCommand } from './restore.js';
import { serveCommand } from './serve.js';
import { terminal } from './terminal.js';
import { usersCommands } from './users.js';

const commands = [
  serveCommand,
  usersCommands,
  passwordsCommands,
  demoCommand,
  configCommand,
  backupCommand,
  restoreCommand,
  copyCommand,
  doctorCommand,
];

const closing = `
Settings come from ALMANAC_ variables: \`almanac config\` lists them.

Example:
  almanac serve --demo

Exit codes: 0 done, 1 failed, 2 wrong usage, 69 unavailable, 73 cannot create, 78 wrong setting, 130 interrupted.`;

function program(): Command {
  const almanac = new Command('almanac')
    .description('An event calendar: events, venues, organizers, categories and tags as JSON over HTTP.')
    .version(version)
    .exitOverride()
    .addHelpText('after', closing);
  for (const command of commands) command(almanac, terminal);
  return almanac;
}

export async function run(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    const { exit, message } = outcomeOf(error);
    if (message !== undefined) terminal.say(`almanac: ${message}`);
    process.exitCode = exit;
  }
}
