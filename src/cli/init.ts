// `init`: sets up a new calendar in the terminal, as the set-up page of the console does.
import type { Command } from 'commander';
import { contextWithSettings } from '../app.js';
import { addPassword } from '../auth/accounts.js';
import { hashSecret, makeSignInPassword } from '../auth/secrets.js';
import { endSetup } from '../auth/setup.js';
import { hasAdministrator } from '../auth/setup-code.js';
import type { Config } from '../config.js';
import { operator } from '../core/actor.js';
import type { Context } from '../core/context.js';
import { catchInvalid, type Invalid } from '../core/problem.js';
import type { Store } from '../core/store.js';
import { setupFields, setupSettings } from '../facades/setup-fields.js';
import { setUp } from '../operations/setup.js';
import { CommandError, type ExitCode, exitCodes } from './command-error.js';
import { loadInto } from './demo.js';
import { consoleUrl } from './first-administrator.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface Options {
  readonly name?: string;
  readonly timezone?: string;
  readonly languages?: string;
  readonly user?: string;
  readonly email?: string;
  readonly passwordStdin?: true;
  readonly demo?: true;
  readonly json?: true;
  readonly yes?: true;
}

/** One value: the option that gives it, the field of set-up that checks it, and its question. */
interface Asked {
  readonly option: 'name' | 'timezone' | 'languages' | 'user' | 'email';
  readonly field: string;
  readonly question: string;
  /** Absent: there must be an answer. */
  readonly fallback?: () => string | undefined;
}

const asked: readonly Asked[] = [
  { option: 'name', field: 'site_name', question: 'Name of the calendar', fallback: () => undefined },
  {
    option: 'timezone',
    field: 'timezone',
    question: 'Time zone',
    fallback: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
  {
    option: 'languages',
    field: 'languages',
    question: 'Languages, default first, such as en,fr',
    fallback: () => undefined,
  },
  { option: 'user', field: 'user', question: 'Your username' },
  { option: 'email', field: 'email', question: 'Your email address, optional', fallback: () => undefined },
];

type Reading = { readonly terminal: Terminal; readonly options: Options; readonly context: Context };

const refuse =
  (name: string, exitCode?: ExitCode) =>
  ({ message }: Invalid): never => {
    throw new CommandError(`${name}: ${message}`, exitCode);
  };

const read = (field: string, text: string, { call }: Context): unknown => setupFields[field]?.kind.read(text, call);

/** A value of the command line, an answer, or the fallback; undefined leaves the setting as it is. */
async function readValue({ option, field, question, fallback }: Asked, reading: Reading): Promise<unknown> {
  const { terminal, options, context } = reading;
  const given = options[option];
  const variable = context.call.site.locked[setupSettings[field] ?? '']?.variable;
  if (variable !== undefined) {
    if (given !== undefined) throw new CommandError(`--${option} has no effect: ${variable} is set.`, exitCodes.usage);
    return undefined;
  }
  if (given !== undefined)
    return catchInvalid(() => read(field, given, context), refuse(`--${option}`, exitCodes.usage));
  const usual = fallback?.();
  while (!options.yes) {
    const answer = await terminal.readLine(`${question}${usual === undefined ? '' : ` [${usual}]`}: `);
    if (answer === undefined) break;
    if (answer === '' && fallback) break;
    const fault = catchInvalid(
      () => ({ value: read(field, answer, context) }),
      ({ message }) => message,
    );
    if (typeof fault !== 'string') return fault.value;
    terminal.info(fault);
  }
  if (!fallback) throw new CommandError(`Missing option --${option}.`, exitCodes.usage);
  return usual;
}

interface SignIn {
  readonly password: string;
  readonly isGenerated: boolean;
}

/** Without a terminal and without `--password-stdin` a password is generated. */
async function signInPassword({ terminal, options, context }: Reading): Promise<SignIn> {
  const asks = options.passwordStdin || (!options.yes && terminal.isInteractive);
  if (!asks) return { password: makeSignInPassword(), isGenerated: true };
  const password = await terminal.readSecret('Sign-in password');
  catchInvalid(() => read('password', password, context), refuse('Sign-in password'));
  return { password, isGenerated: false };
}

async function wantsDemo({ terminal, options }: Reading): Promise<boolean> {
  if (options.demo || options.yes) return options.demo === true;
  return (await terminal.confirm('Load a demo calendar to try things out?')) === true;
}

async function init(terminal: Terminal, options: Options, store: Store, config: Config): Promise<void> {
  if (await hasAdministrator(store)) {
    throw new CommandError('This calendar is already set up. Use `almanac users` to manage users.');
  }
  const reading = { terminal, options, context: await contextWithSettings(config, store, operator) };
  const values: Record<string, unknown> = {};
  for (const one of asked) values[one.field] = await readValue(one, reading);
  const signIn = await signInPassword(reading);
  const demo = await wantsDemo(reading);
  const user = String(values.user);
  const settings = Object.entries(setupSettings).flatMap(([field, setting]) =>
    values[field] === undefined ? [] : [[setting, values[field]] as const],
  );
  const digest = await hashSecret(signIn.password);
  const { now } = reading.context.call;
  const application = await store.transact(async (writer) => {
    await endSetup(writer, undefined, now);
    const owner = { name: user, email: String(values.email ?? ''), password: digest };
    const id = await setUp({ ...reading.context, store: writer }, owner, Object.fromEntries(settings));
    return options.json && (await addPassword(writer, id, 'first', now)).password;
  });
  if (demo) await loadInto(store, config, terminal, false);
  terminal.info(`The calendar is set up. Sign in as ${user} at ${consoleUrl(config)}`);
  if (options.json) {
    const generated = signIn.isGenerated ? { sign_in_password: signIn.password } : {};
    terminal.print(JSON.stringify({ user, password: application, ...generated }));
  } else if (signIn.isGenerated) {
    terminal.info('Save the sign-in password now, it is not shown again:');
    terminal.print(signIn.password);
  }
}

export function initCommand(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description('set up a new calendar: name, time zone, languages and the first administrator')
    .option('--name <name>', 'name of the calendar')
    .option('--timezone <zone>', 'time zone (default: that of this machine)')
    .option('--languages <codes>', 'languages, default first, such as en,fr')
    .option('--user <name>', 'username of the administrator')
    .option('--email <address>', 'email address of the administrator')
    .option('--password-stdin', 'read the sign-in password from standard input (default without a terminal: generated)')
    .option('--demo', 'load the demo calendar')
    .option('--json', 'create an application password and print {"user","password"}')
    .option('-y, --yes', 'ask nothing, use the defaults')
    .addHelpText(
      'after',
      '\nExample:\n  almanac init\n  almanac init --yes --name "Town Hall" --timezone Europe/Paris --languages fr,en --user ada',
    )
    .action((options: Options) => withStore(terminal, (store, config) => init(terminal, options, store, config)));
}
