// Warnings about the names of settings in the environment: misspelt ones, and earlier names that still work.
import { type Setting, settings, type Variables } from '../config.js';
import { closestTo } from '../core/text/edit-distance.js';
import { lowCostVariable } from '../core/work-factors.js';
import { importPasswordVariable } from './import-password.js';
import type { Terminal } from './terminal.js';

const prefix = 'ALMANAC_';
const all: readonly Setting<unknown>[] = Object.values(settings);
const names = all.map(({ variable }) => variable);
/** Variables of single commands and of test runs. */
const otherNames = [importPasswordVariable, lowCostVariable];
const formerNames = all.flatMap(({ formerly }) => formerly ?? []);

/** One sentence per variable that begins with ALMANAC_ and is no setting, with a suggestion where one is close. */
export const unknownSettings = (given: Variables): readonly string[] =>
  Object.keys(given)
    .filter((name) => name.startsWith(prefix) && ![...names, ...formerNames, ...otherNames].includes(name))
    .map((name) => {
      const suggestion = closestTo(
        name.slice(prefix.length),
        names.map((known) => known.slice(prefix.length)),
      );
      return `Unknown setting ${name}${suggestion ? `. Did you mean ${prefix}${suggestion}?` : ''}`;
    });

export const renamedSettings = (given: Variables): readonly string[] =>
  all.flatMap(({ variable, formerly }) => {
    if (formerly === undefined || given[formerly] === undefined) return [];
    return given[variable] === undefined
      ? `${formerly} is now ${variable}. The old name still works; rename it when you can`
      : `${formerly} is ignored, because ${variable} is set`;
  });

export function warnAboutSettings({ environment, info }: Terminal): void {
  for (const text of [...unknownSettings(environment), ...renamedSettings(environment)]) info(`Warning: ${text}`);
}
