// The command line: every command is listed here, and every error ends here as one line and an exit code.
import { Command } from 'commander';
import { version } from '../app.js';
import { backupCommand } from './backup.js';
import { configCommand } from './config.js';
import { copyCommand } from './copy.js';
import { demoCommand } from './demo.js';
import { doctorCommand } from './doctor.js';
import { openEnvironment, readEnvFile, type Values } from './environment.js';
import { settingFlag } from './flags.js';
import { outcomeOf } from './outcome.js';
import { passwordsCommands } from './passwords.js';
import { restoreCommand } from './restore.js';
import { serveCommand } from './serve.js';
import { type Streams, type Terminal, terminalIn } from './terminal.js';
import { usersCommands } from './users.js';
import { isWorker } from './workers.js';

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
Settings are ALMANAC_ variables, from the environment or from a file named .env in the working directory; flags win over
both. \`almanac config\` lists all settings and where each value comes from.

Example:
  almanac serve --demo                          run the service, with a demo calendar
  almanac users add maria --role editor         add a user for the API
  almanac users password maria --generate       let the user sign in to the console

Exit codes: 0 done, 1 failed, 2 wrong usage, 69 unavailable, 73 cannot create, 78 wrong setting, 130 interrupted.`;

function program(terminal: Terminal, { stdout, stderr }: Streams): Command {
  const almanac = new Command('almanac')
    .description('An event calendar: events, venues, organizers, categories and tags as JSON over HTTP.')
    .version(version, '-V, --version', 'show the version number')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addOption(settingFlag(terminal, 'data'))
    .addHelpText('after', closing);
  for (const command of commands) command(almanac, terminal);
  pointToHelp(almanac, 'almanac');
  return almanac;
}

/** After wrong usage: where to read on, for each command by its full name. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`Run \`${name} --help\` for usage and examples.`);
  for (const below of command.commands) pointToHelp(below, `${name} ${below.name()}`);
}

/** The process that a command runs in, or another that stands in for it. */
export interface Surroundings extends Streams {
  readonly env: Values;
  /** Path of the file with further settings. */
  readonly envFile?: string;
}

/** Runs one command and returns its exit code. */
export async function run(argv: readonly string[], surroundings: Surroundings = process): Promise<number> {
  const { env, envFile = '.env', stderr } = surroundings;
  try {
    // A worker gets what its parent has read: the file may have changed since.
    const environment = openEnvironment(env, isWorker() ? {} : readEnvFile(envFile));
    await program(terminalIn(environment, surroundings), surroundings).parseAsync([...argv]);
    return 0;
  } catch (error) {
    const { exit, message } = outcomeOf(error);
    if (message !== undefined) stderr.write(`almanac: ${message}\n`);
    return exit;
  }
}
