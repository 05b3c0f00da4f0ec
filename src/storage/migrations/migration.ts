// What a migration is: a number, a name and the statements for each engine. Never edited once released.

export type EngineName = 'embedded' | 'postgres';

/** The words in which the engines' table definitions differ. Text is compared byte by byte on both. */
export interface Words {
  readonly engine: EngineName;
  readonly text: string;
  /** Numbers with a fraction, of eight bytes. */
  readonly real: string;
  /** Closes a table definition. */
  readonly strict: string;
}

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: (words: Words) => readonly string[];
}

export const wordsOf = (engine: EngineName): Words =>
  engine === 'embedded'
    ? { engine, text: 'text', real: 'real', strict: ' strict' }
    : { engine, text: 'text collate "C"', real: 'double precision', strict: '' };
