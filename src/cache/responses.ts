// Finished answers, kept while nothing that they rest on has changed and until their time runs out. Bounded by bytes.
import { LRUCache } from 'lru-cache';
import type { Registry } from '../core/model.js';
import type { Reader, Store } from '../core/store.js';
import { etagOf, type Rendered } from '../http/answer.js';
import { compress, type Encoding } from '../http/encode.js';
import { openTies } from './dependencies.js';
import { recording } from './recorder.js';

export type Coding = Encoding | 'identity';

/** From when to when an answer stands if nothing changes, as moments of the clock. */
export interface Window {
  readonly from: string;
  readonly until: string;
}

export interface Kept {
  /** The address that it answers, for measurements of the cache, and the pattern of its route, for those of requests. */
  readonly address: string;
  readonly route: string;
  readonly rendered: Rendered;
  readonly window: Window | undefined;
  /** As they are sent, filled as they are asked for. */
  readonly wires: Map<Coding, Wire>;
}

/** An answer in one encoding, down to the headers. */
export interface Wire {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** For who has the answer already. */
  readonly bare: string[];
}

export interface Cache {
  /** The answer under this key if it still stands. */
  readonly find: (key: string, now: string) => Kept | undefined;
  /** Begins to work out an answer. It must be ended, whatever comes of it. */
  readonly begin: (reader: Reader) => Beginning;
}

export interface Beginning {
  readonly reader: Reader;
  /** Keeps the answer, unless something has changed meanwhile. */
  readonly keep: (key: string, answer: Omit<Kept, 'wires'>) => Kept | undefined;
  readonly end: () => void;
}

const overhead = 2_000;

export function openCache(store: Store, registry: Registry, bytes: number): Cache {
  const ties = openTies<string>(registry);
  const answers = new LRUCache<string, Kept>({
    maxSize: bytes,
    // Plain, and once more with its head; compressed bodies are a fraction of that.
    sizeCalculation: ({ rendered }) => rendered.bytes.length * 3 + overhead,
    dispose: (_, key) => ties.untie(key),
  });
  /** Answers that are being worked out: what is changed meanwhile is held against them at the end. */
  const unfinished = new Set<{ touched: boolean }>();

  store.follow((changes) => {
    for (const one of unfinished) one.touched = true;
    if (!changes) answers.clear();
    for (const change of changes ?? []) for (const key of [...ties.touchedBy(change)]) answers.delete(key);
  });

  return {
    find: (key, now) => {
      const kept = answers.get(key);
      return kept && (!kept.window || (kept.window.from <= now && now < kept.window.until)) ? kept : undefined;
    },
    begin: (reader) => {
      const state = { touched: false };
      unfinished.add(state);
      const recorded = recording(reader);
      return {
        reader: recorded.reader,
        keep: (key, answer) => {
          if (state.touched) return undefined;
          const kept: Kept = {
            ...answer,
            wires: new Map([['identity', wireOf(answer.rendered, answer.rendered.bytes)]]),
          };
          answers.set(key, kept);
          if (answers.has(key)) ties.tie(key, recorded.questions);
          return kept;
        },
        end: () => unfinished.delete(state),
      };
    },
  };
}

/** Compressed once, for everyone. */
export async function bodyOf({ rendered, wires }: Kept, encoding: Encoding): Promise<Buffer> {
  const known = wires.get(encoding)?.body;
  if (known) return known;
  const body = await compress(rendered.bytes, encoding);
  wires.set(encoding, wireOf(rendered, body, encoding));
  return body;
}

/** For whoever wonders where an answer came from. */
const mark = ['X-Cache', 'hit'];

function wireOf({ headers, tag }: Rendered, body: Buffer, encoding?: Encoding): Wire {
  const etag = tag === undefined ? '' : etagOf(tag, encoding);
  const bare = Object.entries({ ...headers, ...(etag && { ETag: etag }) }).flat();
  const encoded = encoding ? ['Content-Encoding', encoding] : [];
  return { body, etag, bare, headers: [...bare, ...encoded, ...mark, 'Content-Length', String(body.length)] };
}
