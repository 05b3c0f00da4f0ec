// Numbers that PostgreSQL's sequences gave to a request which was then refused are not given again; an embedded store
// takes them back with everything else. Neither is a fault, so the gaps are closed here and ids stay comparable.
import pg from 'pg';

export interface Gaps {
  readonly mark: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly end: () => Promise<void>;
}

export const noGaps: Gaps = { mark: async () => {}, close: async () => {}, end: async () => {} };

const sequences = ['post_ids', 'term_ids', 'localized_ids'];

export async function gapsOf(url: string): Promise<Gaps> {
  const client = new pg.Client(url);
  await client.connect();
  const states = sequences.map((name) => `select '${name}', last_value, is_called from ${name}`).join(' union all ');
  let marked: readonly (readonly [string, string, boolean])[] = [];
  return {
    mark: async () => {
      marked = (await client.query<[string, string, boolean]>({ text: states, rowMode: 'array' })).rows;
    },
    close: async () => {
      for (const state of marked) await client.query('select setval($1, $2, $3)', [...state]);
    },
    end: () => client.end(),
  };
}
