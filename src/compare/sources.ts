// Sources of the paths to compare: a list, an access log, or a crawl of the old side.
import { LRUCache } from 'lru-cache';
import { loggedTarget } from './access-log.js';
import { linesOf } from './lines.js';
import { replayablePath } from './path.js';

export interface PathSource {
  /** Undefined at the end. */
  readonly next: () => Promise<string | undefined>;
  /** Gets the response of the old side to a path, for sources that find further paths in it. */
  readonly read?: (path: string, body: unknown, headers: Readonly<Record<string, string>>) => void;
}

type Chunks = AsyncIterable<string | Buffer>;

/** Repeated requests are common in logs. The memory for finding them is bounded, so that rare ones are sent again. */
const maxRecent = 20_000;

async function* pathsIn(chunks: Chunks, targetOf: (line: string) => string | undefined, every: number) {
  const recent = new LRUCache<string, true>({ max: maxRecent });
  let count = 0;
  for await (const line of linesOf(chunks)) {
    const target = targetOf(line);
    const path = target === undefined ? undefined : replayablePath(target);
    if (path === undefined || recent.has(path)) continue;
    recent.set(path, true);
    if (count++ % every === 0) yield path;
  }
}

const sourceOf = (paths: AsyncGenerator<string>): PathSource => ({
  next: async () => {
    const { done, value } = await paths.next();
    return done ? undefined : value;
  },
});

/** A line that begins with `#` is a comment. */
const listed = (line: string): string | undefined => {
  const target = line.trim();
  return target === '' || target.startsWith('#') ? undefined : target;
};

export const listSource = (chunks: Chunks, every: number): PathSource => sourceOf(pathsIn(chunks, listed, every));

export const logSource = (chunks: Chunks, every: number): PathSource => sourceOf(pathsIn(chunks, loggedTarget, every));
