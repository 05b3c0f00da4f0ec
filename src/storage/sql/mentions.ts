// Searches words in a record and in its linked records. The trigram indexes give candidate rows, linked records add the rows
// that link to them; then every word is tested on each candidate.
import type { Condition, LinkedTexts } from '../../core/condition.js';
import { linkFrom } from '../../core/link.js';
import type { Table } from '../../core/store.js';
import { isIndexed } from '../../core/text/words.js';
import { contentId, endId } from './content.js';
import { trigramsOf } from './search.js';
import type { StatementBuilder } from './statement-builder.js';

type Mentioning = Extract<Condition, { is: 'mentioning' }>;

/** The functions of the condition compiler that are needed here. */
export interface Parts {
  readonly conditionOn: (condition: Condition, table: Table, row: string) => string;
  /** `from` clause of the localized rows in a language. */
  readonly localizedRows: (table: Table, localized: string, language: string) => string;
  /** True for ids without a localized row in this language. */
  readonly withoutLocalized: (table: Table, id: string, language: string) => string;
}

export function mentionsOver(builder: StatementBuilder, { conditionOn, localizedRows, withoutLocalized }: Parts) {
  const { dialect, registry, bind, alias } = builder;

  const languageOf = ({ translatedKeys }: Table) => (translatedKeys.length > 0 ? builder.language : undefined);

  const holdsWord = (word: string, texts: readonly string[], row: string): string =>
    `(${texts.map((name) => dialect.contains(`${row}.${name}`, word, bind)).join(' or ')})`;

  const holdsAny = (words: readonly string[], texts: readonly string[], row: string): string =>
    words.map((word) => holdsWord(word, texts, row)).join(' or ');

  const holdsAll = (words: readonly string[], texts: readonly string[], row: string): string =>
    words.map((word) => holdsWord(word, texts, row)).join(' and ');

  const indexedIds = (table: string, words: readonly string[]): string | undefined =>
    dialect.textIndexHint?.({ table, trigrams: [...new Set(words.flatMap(trigramsOf))], bind });

  /** Ids of the rows that contain these words; with `exact` false a superset, from the index alone. */
  function candidates(table: Table, texts: readonly string[], words: readonly string[], exact: boolean): string {
    const language = languageOf(table);
    if (language === undefined) return plainCandidates(table, texts, words, exact);
    const localized = alias();
    const read = `select ${localized}.owner ${localizedRows(table, localized, language)} and`;
    const quick = indexedIds(`${table.table}_localized`, words);
    const hint = quick ? [`${localized}.id in (${quick})`] : [];
    const held = [...hint, ...(exact || !quick ? [holdsAll(words, texts, localized)] : [])].join(' and ');
    return `${read} ${held} union all ${plainCandidates(table, texts, words, exact)}`;
  }

  function plainCandidates(
    { table }: Table,
    texts: readonly string[],
    words: readonly string[],
    exact: boolean,
  ): string {
    const quick = indexedIds(table, words);
    if (quick && !exact) return quick;
    const text = alias();
    const hint = quick ? `${text}.id in (${quick}) and ` : '';
    return `select ${text}.id from ${table}_search ${text} where ${hint}${holdsAll(words, texts, text)}`;
  }

  /** Tests one row for one of the words. */
  function holding(words: readonly string[], table: Table, texts: readonly string[], row: string): string {
    const language = languageOf(table);
    if (language === undefined) return plainHolding(words, table, texts, row);
    const localized = alias();
    const id = contentId(table, row);
    const read = `exists (select 1 ${localizedRows(table, localized, language)} and ${localized}.owner = ${id}`;
    const held = `${read} and (${holdsAny(words, texts, localized)}))`;
    return `(${held} or ${plainHolding(words, table, texts, row)} and ${withoutLocalized(table, id, language)})`;
  }

  function plainHolding(words: readonly string[], table: Table, texts: readonly string[], row: string): string {
    const text = alias();
    const held = holdsAny(words, texts, text);
    return `exists (select 1 from ${table.table}_search ${text} where ${text}.id = ${contentId(table, row)} and (${held}))`;
  }

  function linkedCandidates(through: LinkedTexts, word: string, at: Table): string {
    const { link, here, there, far } = linkFrom(registry, through.link, at.name);
    const edge = alias();
    const from = `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there}`;
    // Exact, because one linked record can stand for thousands of rows.
    return `${from} in (${candidates(far, through.texts, [word], true)})`;
  }

  /** Starts from exactly the rows that hold the word, so that linked records are tested once and not for every row. Where the index
   * gives candidates without reading texts, only those in the list are tested. */
  function holdingOneWord(word: string, through: readonly LinkedTexts[], at: Table, row: string): string | undefined {
    const linked = through.map((one) => ({ ...one, ...linkFrom(registry, one.link, at.name) }));
    const isTranslated = [at, ...linked.map(({ far }) => far)].some((table) => languageOf(table) !== undefined);
    if (isTranslated) return undefined;
    const id = contentId(at, row);
    const own = candidates(at, at.searched, [word], !dialect.textIndexHint);
    const test = dialect.textIndexHint && holding([word], at, at.searched, row);
    const rows = linked.map(({ link, here, there, far, texts, other }) => {
      const [edge, end] = [alias(), alias()];
      const ends = `select ${endId(far, there, end)} from ${far.table} ${end} where ${end}.id in (${candidates(far, texts, [word], true)})`;
      return `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there} in (${ends} and ${conditionOn(other, far, end)})`;
    });
    const among = (lists: readonly string[]) => `${id} in (${lists.join(' union all ')}${dialect.optimizerFence})`;
    if (!test) return among([own, ...rows]);
    return `(${[`${among([own])} and ${test}`, ...(rows.length > 0 ? [among(rows)] : [])].join(' or ')})`;
  }

  function linkedHolding(through: LinkedTexts, words: readonly string[], at: Table, row: string): string {
    const { link, here, there, far } = linkFrom(registry, through.link, at.name);
    const [edge, end] = [alias(), alias()];
    const among = materializedEnds(`${edge}.${there}`, words, far, through.texts);
    const atEnd = `select 1 from ${far.table} ${end} where ${endId(far, there, end)} = ${edge}.${there}`;
    const other = conditionOn(through.other, far, end);
    const held = holding(words, far, through.texts, end);
    const linked = `${among}exists (${atEnd} and ${other} and ${held})`;
    return `exists (select 1 from ${link.table} ${edge} where ${edge}.${here} = ${endId(at, here, row)} and ${linked})`;
  }

  /** Where the engine evaluates the subquery once, linked records with a word are found once instead of per row. */
  function materializedEnds(
    id: string,
    [word = '', ...others]: readonly string[],
    far: Table,
    texts: readonly string[],
  ) {
    if (!dialect.inMaterializedSubquery || !isIndexed(word) || others.length > 0) return '';
    return `${dialect.inMaterializedSubquery(id, candidates(far, texts, [word], true))} and `;
  }

  /** With `drives` the query starts from the candidates. */
  return ({ words, through, any }: Mentioning, table: Table, row: string, drives: boolean): string => {
    /** One of these words, in the record or a linked one: one look at each text, however many words there are. */
    const heldSomewhere = (some: readonly string[]): string =>
      [holding(some, table, table.searched, row), ...through.map((one) => linkedHolding(one, some, table, row))].join(
        ' or ',
      );
    if (any) return `(${heldSomewhere(words)})`;
    const indexed = words.filter(isIndexed);
    const [word = ''] = indexed;
    const exact = drives && words.length === 1 && word !== '' ? holdingOneWord(word, through, table, row) : undefined;
    if (exact) return exact;
    const parts: string[] = [];
    if (drives && indexed.length > 0) {
      const found = [candidates(table, table.searched, indexed, false)];
      for (const one of through) for (const word of indexed) found.push(linkedCandidates(one, word, table));
      parts.push(dialect.inSubquery(contentId(table, row), found.join(' union all ')));
    }
    for (const word of words) parts.push(`(${heldSomewhere([word])})`);
    return parts.join(' and ');
  };
}
