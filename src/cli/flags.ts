// Settings that may be given as flags. A flag writes into the environment of the command, where it wins.
import { InvalidArgumentError, Option } from 'commander';
import { settings } from '../config.js';
import { messageOf } from '../core/error.js';
import type { Terminal } from './terminal.js';

const spellings = {
  host: '--host <address>',
  port: '--port <number>',
  data: '--data <folder>',
  workers: '--workers <count>',
} as const;

export function settingFlag({ setFlag }: Terminal, name: keyof typeof spellings): Option {
  const { variable, about, fallback, read } = settings[name];
  const text = `${about.replace(/^\w/, (first) => first.toLowerCase())}; default ${fallback} (${variable})`;
  return new Option(spellings[name], text).argParser((given: string) => {
    try {
      read(given);
    } catch (error) {
      throw new InvalidArgumentError(`It ${messageOf(error)}.`);
    }
    setFlag(variable, given);
    return given;
  });
}
