// Input and output of a command: data on standard output, messages on standard error, secrets from standard input.
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { CommandError, exitCodes } from './command-error.js';
import type { Environment, Source, Values } from './environment.js';
import type { Screen } from './progress.js';

export interface Terminal {
  /** Settings of all sources together. */
  readonly environment: Values;
  readonly sourceOf: (variable: string) => Source;
  readonly setFlag: (variable: string, value: string) => void;
  /** Variables from `.env`, for child processes. */
  readonly fromFile: Readonly<Record<string, string>>;
  /** Prints data to standard output, where another program may read it. */
  readonly print: (line: string) => void;
  /** Standard output, for data without line structure. */
  readonly output: Writable;
  /** Standard input, for data. */
  readonly input: Readable;
  /** Prints a message to standard error. */
  readonly info: (line: string) => void;
  /** Standard error, for progress lines that are redrawn. */
  readonly screen: Screen;
  /** Reads a secret from a pipe, or asks for it twice without echo on a terminal. */
  readonly readSecret: (name: string) => Promise<string>;
  /** Standard input is a terminal, where a person can answer. */
  readonly isInteractive: boolean;
  /** Asks for one line; undefined when standard input is not a terminal. */
  readonly readLine: (question: string) => Promise<string | undefined>;
  /** Undefined when standard input is not a terminal. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
}

/** The streams of the process; tests pass their own. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

const maxSecretLength = 10_000;

export const terminalIn = (
  { values, sourceOf, setFlag, fromFile }: Environment,
  streams: Streams = process,
): Terminal => ({
  environment: values,
  sourceOf,
  setFlag,
  fromFile,
  print: (line) => streams.stdout.write(`${line}\n`),
  output: streams.stdout,
  input: streams.stdin,
  info: (line) => streams.stderr.write(`${line}\n`),
  screen: streams.stderr,
  readSecret: async (name) => {
    if (!streams.stdin.isTTY) return readPiped(streams);
    const secret = await ask(streams, `${name}: `, true);
    if ((await ask(streams, `Confirm ${name.toLowerCase()}: `, true)) !== secret) {
      throw new CommandError('The passwords do not match.');
    }
    return secret;
  },
  isInteractive: streams.stdin.isTTY === true,
  readLine: async (question) => (streams.stdin.isTTY ? (await ask(streams, question, false)).trim() : undefined),
  confirm: async (question) =>
    streams.stdin.isTTY ? /^y(es)?$/i.test((await ask(streams, `${question} [y/N] `, false)).trim()) : undefined,
});

/** Removes the line break that `echo` and editors add. */
async function readPiped({ stdin }: Streams): Promise<string> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > maxSecretLength) throw new CommandError('The text on standard input is too long.');
  }
  return text.replace(/\r?\n$/, '');
}

function ask({ stdin, stderr }: Streams, question: string, hidden: boolean): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden ? discard : stderr, terminal: true });
  if (hidden) stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new CommandError('Interrupted.', exitCodes.interrupted)));
    lines.question(hidden ? '' : question, resolve);
  }).finally(() => {
    lines.close();
    if (hidden) stderr.write('\n');
  });
}
