// The format of a migration. The file `0014-event-subtitle.ts` is number 14 and called "event subtitle"; it is found by its
// name and exports `migration`. Never edited once released, so it imports nothing from outside this folder.

type EngineName = 'embedded' | 'postgres';

export interface Migration {
  readonly statements: readonly Step[];
  /** Computes values that SQL cannot, after the statements and in the same transaction. */
  readonly fill?: (tools: FillTools) => Promise<void>;
}

/** One statement for both engines, or a list per engine. */
export type Step = string | Readonly<Record<EngineName, readonly string[]>>;

type Cell = string | number | null;

interface Statement {
  readonly sql: string;
  readonly values: readonly Cell[];
}

/** Includes the program's own text functions, because queries look for their results. */
export interface FillTools {
  readonly all: (statement: Statement) => Promise<readonly (readonly Cell[])[]>;
  readonly run: (statement: Statement) => Promise<unknown>;
  readonly placeholder: (position: number) => string;
  readonly fold: (text: string) => string;
  readonly slugify: (text: string) => string;
  readonly withSuffix: (slug: string, number: number) => string;
}

/** Placeholders in braces that a statement for both engines may use. */
const words: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  embedded: { text: 'text', real: 'real', strict: ' strict', hash: '' },
  postgres: {
    /** Byte order, as on the embedded engine. */
    text: 'text collate "C"',
    real: 'double precision',
    /** Closes a table definition. */
    strict: '',
    /** For equality only: such texts may be longer than a B-tree entry. */
    hash: 'using hash ',
  },
};

export const statementsOf = ({ statements }: Migration, engine: EngineName): readonly string[] =>
  statements
    .flatMap((step) => (typeof step === 'string' ? step : step[engine]))
    .map((sql) => sql.replace(/\{(\w+)\}/g, (braced, word: string) => words[engine][word] ?? braced));

/** The search table beside a table, with its full-text index. */
export const searchTable = (table: string, texts: readonly string[]): readonly Step[] => [
  `create table ${table}_search (id integer primary key, ${texts.map((name) => `${name} {text} not null`).join(', ')}){strict}`,
  textIndex(`${table}_fts`, `${table}_search`, texts),
];

/** A trigram index. On the embedded engine triggers keep it in step with its table. */
export function textIndex(index: string, table: string, texts: readonly string[]): Step {
  const [names, added, removed] = [
    texts.join(', '),
    texts.map((name) => `new.${name}`).join(', '),
    texts.map((name) => `old.${name}`).join(', '),
  ];
  const add = `insert into ${index} (rowid, ${names}) values (new.id, ${added});`;
  const remove = `insert into ${index} (${index}, rowid, ${names}) values ('delete', old.id, ${removed});`;
  return {
    embedded: [
      `create virtual table ${index} using fts5
      (${names}, content = '${table}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
      `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
      `create trigger ${index}_delete after delete on ${table} begin ${remove} end`,
      `create trigger ${index}_update after update on ${table} begin ${remove} ${add} end`,
    ],
    postgres: texts.map((name) => `create index on ${table} using gin (${name} gin_trgm_ops)`),
  };
}
