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

/** The embedded index of three-letter pieces. It follows its table by triggers, so no writer can forget it. */
export function textIndex(index: string, table: string, texts: readonly string[]): readonly string[] {
  const [names, added, removed] = [
    texts.join(', '),
    texts.map((name) => `new.${name}`).join(', '),
    texts.map((name) => `old.${name}`).join(', '),
  ];
  const add = `insert into ${index} (rowid, ${names}) values (new.id, ${added});`;
  const remove = `insert into ${index} (${index}, rowid, ${names}) values ('delete', old.id, ${removed});`;
  return [
    `create virtual table ${index} using fts5
      (${names}, content = '${table}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_update after update on ${table} begin ${remove} ${add} end`,
  ];
}
