// What a migration is: a number, a name and the statements for each engine. Never edited once released.

export type EngineName = 'embedded' | 'postgres';

/** The words in which the engines' table definitions differ. Text is compared byte by byte on both. */
export interface Words {
  readonly engine: EngineName;
  readonly text: string;
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
    ? { engine, text: 'text', strict: ' strict' }
    : { engine, text: 'text collate "C"', strict: '' };
