// The person and the pipes around a command: data goes out on one stream, talk on the other, secrets come in unseen.
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import type { Environment, Source, Values } from './environment.js';
import type { Screen } from './progress.js';
import { exits, Refusal } from './refusal.js';

export interface Terminal {
  /** Settings of all sources together. */
  readonly environment: Values;
  readonly sourceOf: (variable: string) => Source;
  readonly setFlag: (variable: string, value: string) => void;
  /** Variables from `.env`, for the processes that this one starts. */
  readonly fromFile: Readonly<Record<string, string>>;
  /** Data, for the next program. */
  readonly print: (line: string) => void;
  /** Talk, for the person. */
  readonly say: (line: string) => void;
  /** Where talk goes, for what is drawn over. */
  readonly screen: Screen;
  /** From a pipe as it comes, from a keyboard twice and without echo. */
  readonly readSecret: (name: string) => Promise<string>;
  /** Undefined when nobody is there to be asked. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
}

/** The streams of a process, or others that stand in for them. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

const longestSecret = 10_000;

export const terminalIn = (
  { values, sourceOf, setFlag, fromFile }: Environment,
  streams: Streams = process,
): Terminal => ({
  environment: values,
  sourceOf,
  setFlag,
  fromFile,
  print: (line) => streams.stdout.write(`${line}\n`),
  say: (line) => streams.stderr.write(`${line}\n`),
  screen: streams.stderr,
  readSecret: async (name) => {
    if (!streams.stdin.isTTY) return readPiped(streams);
    const secret = await ask(streams, `${name}: `, true);
    if ((await ask(streams, `${name}, once more: `, true)) !== secret) throw new Refusal('The two are not the same.');
    return secret;
  },
  confirm: async (question) =>
    streams.stdin.isTTY ? /^y(es)?$/i.test((await ask(streams, `${question} [y/N] `, false)).trim()) : undefined,
});

/** The line break that `echo` and editors add is not part of a secret. */
async function readPiped({ stdin }: Streams): Promise<string> {
  let text = '';
  for await (const piece of stdin.setEncoding('utf8')) {
    text += piece;
    if (text.length > longestSecret) throw new Refusal('The text on standard input is too long.');
  }
  return text.replace(/\r?\n$/, '');
}

function ask({ stdin, stderr }: Streams, question: string, hidden: boolean): Promise<string> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden ? nowhere : stderr, terminal: true });
  if (hidden) stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new Refusal('Interrupted.', exits.interrupted)));
    lines.question(hidden ? '' : question, resolve);
  }).finally(() => {
    lines.close();
    if (hidden) stderr.write('\n');
  });
}
