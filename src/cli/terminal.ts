// The person and the pipes around a command: data goes out on one stream, talk on the other, secrets come in unseen.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Environment, Source, Values } from './environment.js';
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
  /** From a pipe as it comes, from a keyboard twice and without echo. */
  readonly readSecret: (name: string) => Promise<string>;
  /** Undefined when nobody is there to be asked. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
}

const longestSecret = 10_000;

export const terminalIn = ({ values, sourceOf, setFlag, fromFile }: Environment): Terminal => ({
  environment: values,
  sourceOf,
  setFlag,
  fromFile,
  print: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
  readSecret: async (name) => {
    if (!process.stdin.isTTY) return readPiped();
    const secret = await ask(`${name}: `, true);
    if ((await ask(`${name}, once more: `, true)) !== secret) throw new Refusal('The two are not the same.');
    return secret;
  },
  confirm: async (question) =>
    process.stdin.isTTY ? /^y(es)?$/i.test((await ask(`${question} [y/N] `, false)).trim()) : undefined,
});

/** The line break that `echo` and editors add is not part of a secret. */
async function readPiped(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    text += piece;
    if (text.length > longestSecret) throw new Refusal('The text on standard input is too long.');
  }
  return text.replace(/\r?\n$/, '');
}

function ask(question: string, hidden: boolean): Promise<string> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stderr, terminal: true });
  if (hidden) process.stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new Refusal('Interrupted.', exits.interrupted)));
    lines.question(hidden ? '' : question, resolve);
  }).finally(() => {
    lines.close();
    if (hidden) process.stderr.write('\n');
  });
}
