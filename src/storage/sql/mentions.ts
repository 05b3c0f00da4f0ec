// Words that a record or the records linked to it hold, in SQL. Rows that may hold them are found by the text indexes, those
// of linked records by their links; then every word is looked for in each row that was found.
import type { Condition, LinkedTexts } from '../../core/condition.js';
import { linkFrom } from '../../core/link.js';
import type { Table } from '../../core/store.js';
import { isIndexed } from '../../core/text/words.js';
import { trigramsOf } from './search.js';
import type { StatementBuilder } from './statement-builder.js';

type Mentioning = Extract<Condition, { is: 'mentioning' }>;

/** Parts of the compiler of conditions that are used here. */
export interface Parts {
  readonly conditionOn: (condition: Condition, table: Table, row: string) => string;
  /** Rows that read differently in the language of the statement, from `from` on. */
  readonly readings: (table: Table, reading: string, language: string) => string;
  /** Whether a row has no such reading. */
  readonly unread: (table: Table, row: string, language: string) => string;
}

export function mentionsOver(builder: StatementBuilder, { conditionOn, readings, unread }: Parts) {
  const { dialect, registry, bind, alias } = builder;

  const languageOf = ({ translatedKeys }: Table) => (translatedKeys.length > 0 ? builder.language : undefined);

  const holdsWord = (word: string, texts: readonly string[], row: string): string =>
    `(${texts.map((name) => dialect.contains(`${row}.${name}`, word, bind)).join(' or ')})`;

  const holdsAll = (words: readonly string[], texts: readonly string[], row: string): string =>
    words.map((word) => holdsWord(word, texts, row)).join(' and ');

  const quickly = (table: string, words: readonly string[]): string | undefined =>
    dialect.textIndexHint({ table, trigrams: [...new Set(words.flatMap(trigramsOf))], bind });

  /** Ids of all rows that hold these words, and perhaps of others: by the index alone where `exact` is false. */
  function candidates(table: Table, texts: readonly string[], words: readonly string[], exact: boolean): string {
    const language = languageOf(table);
    if (language === undefined) return plainCandidates(table, texts, words, exact);
    const reading = alias();
    const read = `select ${reading}.owner ${readings(table, reading, language)} and`;
    const quick = quickly(`${table.table}_readings`, words);
    const hint = quick ? [`${reading}.id in (${quick})`] : [];
    const held = [...hint, ...(exact || !quick ? [holdsAll(words, texts, reading)] : [])].join(' and ');
    return `${read} ${held} union all ${plainCandidates(table, texts, words, exact)}`;
  }

  function plainCandidates(
    { table }: Table,
    texts: readonly string[],
    words: readonly string[],
    exact: boolean,
  ): string {
    const quick = quickly(table, words);
    if (quick && !exact) return quick;
    const text = alias();
    const hint = quick ? `${text}.id in (${quick}) and ` : '';
    return `select ${text}.id from ${table}_search ${text} where ${hint}${holdsAll(words, texts, text)}`;
  }

  /** Whether one row holds a word. */
  function holding(word: string, table: Table, texts: readonly string[], row: string): string {
    const language = languageOf(table);
    if (language === undefined) return plainHolding(word, table, texts, row);
    const reading = alias();
    const read = `exists (select 1 ${readings(table, reading, language)} and ${reading}.owner = ${row}.id`;
    const held = `${read} and ${holdsWord(word, texts, reading)})`;
    return `(${held} or ${plainHolding(word, table, texts, row)} and ${unread(table, row, language)})`;
  }

  function plainHolding(word: string, { table }: Table, texts: readonly string[], row: string): string {
    const text = alias();
    const held = holdsWord(word, texts, text);
    return `exists (select 1 from ${table}_search ${text} where ${text}.id = ${row}.id and ${held})`;
  }

  function linkedCandidates(through: LinkedTexts, word: string, at: Table): string {
    const { link, here, there, far } = linkFrom(registry, through.link, at.name);
    const edge = alias();
    const from = `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there}`;
    // A linked record may have many rows here, so it is looked at once instead of with each of them.
    return `${from} in (${candidates(far, through.texts, [word], true)})`;
  }

  function linkedHolding(through: LinkedTexts, word: string, at: Table, row: string): string {
    const { link, here, there, far } = linkFrom(registry, through.link, at.name);
    const [edge, end] = [alias(), alias()];
    const among = oftenFound(`${edge}.${there}`, word, far, through.texts);
    const atEnd = `select 1 from ${far.table} ${end} where ${end}.id = ${edge}.${there}`;
    const other = conditionOn(through.other, far, end);
    const held = holding(word, far, through.texts, end);
    const linked = `${among}exists (${atEnd} and ${other} and ${held})`;
    return `exists (select 1 from ${link.table} ${edge} where ${edge}.${here} = ${row}.id and ${linked})`;
  }

  /** Linked records with a word are found once, where the engine keeps the list of their ids, instead of reading texts for
   * each row. */
  function oftenFound(id: string, word: string, far: Table, texts: readonly string[]): string {
    if (!dialect.inMaterializedSubquery || !isIndexed(word)) return '';
    return `${dialect.inMaterializedSubquery(id, candidates(far, texts, [word], true))} and `;
  }

  /** `leads`: the rows are to be found by these words. */
  return ({ words, through }: Mentioning, table: Table, row: string, leads: boolean): string => {
    const indexed = words.filter(isIndexed);
    const parts: string[] = [];
    if (leads && indexed.length > 0) {
      const found = [candidates(table, table.searched, indexed, false)];
      for (const one of through) for (const word of indexed) found.push(linkedCandidates(one, word, table));
      parts.push(dialect.inSubquery(`${row}.id`, found.join(' union all '), true));
    }
    for (const word of words) {
      const places = [holding(word, table, table.searched, row)];
      for (const one of through) places.push(linkedHolding(one, word, table, row));
      parts.push(`(${places.join(' or ')})`);
    }
    return parts.join(' and ');
  };
}
