// Faults of a file: where, and what is wrong there.

/** The file as a whole is refused at this line. */
export class ImportFault extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`Line ${line}: ${reason}`);
  }
}

/** One record is refused; the others are not. */
export class RecordFault extends Error {}

/** The calendar has records: a complete export would be mixed with them. */
export class NotEmpty extends Error {}
/** There is no such import to continue. */
export class NothingToResume extends Error {}

export const stopped = (line: number, failures: number): ImportFault =>
  new ImportFault(line, `Stopped after ${failures} failed records.`);
