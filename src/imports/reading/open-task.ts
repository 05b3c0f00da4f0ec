// The reader of each format.
import type { Given } from '../../core/field.js';
import { openCsv } from '../csv/read.js';
import type { FileBudget } from '../file-budget.js';
import { openCalendar } from '../ical/read.js';
import type { FileHead, FileTask, ReadPage } from './task.js';

export interface OpenedFile {
  readonly head: Omit<FileHead, 'records'>;
  readonly pages: (position: Given) => Iterable<ReadPage>;
}

export function openTask({ format, bytes, options }: FileTask, budget: FileBudget): OpenedFile {
  if (format === 'ical') {
    const { isComplete, pages } = openCalendar(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      options,
      budget,
    );
    return { head: { isComplete }, pages };
  }
  const { description, pages } = openCsv(bytes, options);
  return { head: { isComplete: true, csv: description }, pages };
}
