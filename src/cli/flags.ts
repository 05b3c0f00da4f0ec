// Settings that can be given as flags. A flag overrides the environment for this command.
import { InvalidArgumentError, Option } from 'commander';
import { settings } from '../config.js';
import { messageOf } from '../core/error.js';
import type { Terminal } from './terminal.js';

const syntax = {
  host: '--host <address>',
  port: '--port <number>',
  data: '--data <folder>',
  workers: '--workers <count>',
} as const;

export function settingFlag({ setFlag }: Terminal, name: keyof typeof syntax): Option {
  const { variable, about, fallback, read } = settings[name];
  const text = `${about.replace(/^\w/, (first) => first.toLowerCase())} (${variable}, default: ${fallback})`;
  return new Option(syntax[name], text).argParser((given: string) => {
    try {
      read(given);
    } catch (error) {
      throw new InvalidArgumentError(`It ${messageOf(error)}.`);
    }
    setFlag(variable, given);
    return given;
  });
}
