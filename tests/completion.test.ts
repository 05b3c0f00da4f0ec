// Completion in shells: bash itself completes with the script that is printed for it.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { run } from './harness/program.js';

const script = async (shell: string): Promise<string> => (await run(['completion', shell], { data: '' })).stdout;

const helpedCommands = async (command: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await run([...command, '--help'], { data: '' });
  const [, list = ''] = /\nCommands:\n((?: {2}.*\n)+)/.exec(stdout) ?? [];
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
};

test('bash completes commands, options and values, also after an option with a value', async () => {
  const bash = await script('bash');
  const complete = (...words: string[]): readonly string[] => {
    const asked = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _almanac; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', `${bash}\n${asked}`, 'bash', 'almanac', ...words], { encoding: 'utf8' })
      .trim()
      .split('\n');
  };
  for (const command of [[], ['users'], ['import']]) {
    expect(complete(...command, '')).toEqual(expect.arrayContaining([...(await helpedCommands(command))]));
  }
  expect(complete('se')).toEqual(['serve', 'setup-code']);
  expect(complete('--data', 'users', 'pa')).toEqual(['passwords']);
  expect(complete('users', 'add', 'maria', '--ro')).toEqual(['--role']);
  expect(complete('users', 'add', '--role', 'ed')).toEqual(['editor']);
  expect(complete('users', 'list', '--da')).toEqual(['--data']);
  // The shell completes names of files instead.
  expect(complete('serve', '--data', '')).toEqual(['']);
});

test.each(['zsh', 'fish'])('the script for %s has every command', async (shell) => {
  const text = await script(shell);
  for (const command of [[], ['users'], ['import']]) {
    for (const name of await helpedCommands(command)) expect(text).toContain(`' ${[...command, name].join(' ')}'`);
  }
});
