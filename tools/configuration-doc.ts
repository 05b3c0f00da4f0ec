// Writes docs/configuration.md from the table of settings in src/config.ts.
import { type Setting, sections } from '../src/config.js';

const introduction = `# Configuration

<!-- Generated from src/config.ts. Edit that file instead. -->

Almanac reads its settings from these sources. The first one that has a value wins:

1. flags: \`--port\`, \`--host\` and \`--workers\` of \`almanac serve\`, and \`--data\` of every command
2. environment variables
3. a file named \`.env\` in the working directory, with one \`NAME=value\` per line
4. the default

\`almanac config\` prints all settings, their values and sources; secrets are masked. An invalid value stops every command
with exit code 78. \`almanac serve\` warns about unknown settings.

\`on\` can also be written as \`true\`, \`yes\` or \`1\`, and \`off\` as \`false\`, \`no\` or \`0\`.
`;

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
const cell = (text: string): string => text.replaceAll('|', '\\|');

function descriptionOf({ about, details, secret, formerly }: Setting<unknown>): string {
  const parts = [`${about}.`, details, secret && 'Secret.', formerly && `Formerly \`${formerly}\`, which still works.`];
  return parts.filter(Boolean).join(' ');
}

const rowOf = (setting: Setting<unknown>): string =>
  `| ${[code(setting.variable), code(setting.fallback), setting.accepts, descriptionOf(setting)].map(cell).join(' | ')} |`;

const sectionOf = ([title, settings]: [string, Readonly<Record<string, Setting<unknown>>>]): string =>
  [
    `## ${title}\n`,
    '| Setting | Default | Value | Description |',
    '| --- | --- | --- | --- |',
    ...Object.values(settings).map(rowOf),
    '',
  ].join('\n');

export const configurationDoc = (): string =>
  [introduction, ...Object.entries<Readonly<Record<string, Setting<unknown>>>>(sections).map(sectionOf)].join('\n');
