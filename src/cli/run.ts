// The command line: lists every command, and turns every error into one line and an exit code.
import { Command } from 'commander';
import { version } from '../app.js';
import { backupCommand } from './backup.js';
import { compareCommand } from './compare.js';
import { completionCommand } from './completion.js';
import { configCommand } from './config.js';
import { copyCommand } from './copy.js';
import { demoCommand } from './demo.js';
import { doctorCommand } from './doctor.js';
import { openEnvironment, readEnvFile, type Values } from './environment.js';
import { failureOf } from './error-messages.js';
import { exportCommand } from './export.js';
import { settingFlag } from './flags.js';
import { importCommand } from './import.js';
import { initCommand } from './init.js';
import { mcpCommand } from './mcp.js';
import { passwordsCommands } from './passwords.js';
import { restoreCommand } from './restore.js';
import { serveCommand } from './serve.js';
import { setupCodeCommand } from './setup-code.js';
import { type Streams, type Terminal, terminalIn } from './terminal.js';
import { usersCommands } from './users.js';
import { isWorker } from './workers.js';

const commands = [
  serveCommand,
  initCommand,
  setupCodeCommand,
  usersCommands,
  passwordsCommands,
  demoCommand,
  configCommand,
  exportCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  copyCommand,
  compareCommand,
  doctorCommand,
  mcpCommand,
  completionCommand,
];

const footer = `
Settings are ALMANAC_ variables in the environment or in a file named .env in the working directory. Flags override both.
\`almanac config\` lists all settings and the source of each value.

Example:
  almanac serve --demo                          start the service with a demo calendar
  almanac users add maria --role editor         add a user who can use the API
  almanac users password maria --generate       let the user sign in to the console

Exit codes: 0 success, 1 failure, 2 usage error, 69 unavailable, 73 cannot create, 78 invalid setting, 130 interrupted.`;

function program(terminal: Terminal, { stdout, stderr }: Streams): Command {
  const almanac = new Command('almanac')
    .description('Event calendar with a website, an admin console and a REST API.')
    .version(version, '-V, --version', 'show the version number')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addOption(settingFlag(terminal, 'data'))
    .addHelpText('after', footer);
  for (const command of commands) command(almanac, terminal);
  pointToHelp(almanac, 'almanac');
  return almanac;
}

/** Usage errors name the help of the command that was called. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`Run \`${name} --help\` for usage and examples.`);
  for (const sub of command.commands) pointToHelp(sub, `${name} ${sub.name()}`);
}

/** The process that a command runs in; tests run commands with streams and variables of their own. */
export interface ProcessContext extends Streams {
  readonly env: Values;
  /** Path of the file with further settings. */
  readonly envFile?: string;
}

/** Runs one command and returns its exit code. */
export async function run(argv: readonly string[], context: ProcessContext = process): Promise<number> {
  const { env, envFile = '.env', stderr } = context;
  try {
    // A worker gets the values that its parent has read: the file may have changed since.
    const environment = openEnvironment(env, isWorker() ? {} : readEnvFile(envFile));
    await program(terminalIn(environment, context), context).parseAsync([...argv]);
    return 0;
  } catch (error) {
    const { exitCode, message } = failureOf(error);
    if (message !== undefined) stderr.write(`almanac: ${message}\n`);
    return exitCode;
  }
}
