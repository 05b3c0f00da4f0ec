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
