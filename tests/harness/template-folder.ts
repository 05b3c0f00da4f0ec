// A data folder with a copy of a template, for commands on the embedded database: nothing is migrated there.
import { inject } from 'vitest';
import type { People } from './client.js';
import { newFolder } from './program.js';
import { copyFiles, type TemplateName } from './templates.js';

export function templateFolder(template: TemplateName): string {
  const folder = newFolder();
  copyFiles(inject('templates'), template, folder);
  return folder;
}

/** The users of the templates `users` and `demo`. */
export const templatePeople = (): People => inject('templates').people.embedded;
