// The script of the interactive documentation, as the build has put it beside the program.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

export interface DocsScript {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  /** Changes with the content. */
  readonly mark: string;
}

/** Beside the compiled program; when running from sources, what the last build has left. */
const folders = ['../docs/', '../../dist/docs/', '../../node_modules/.cache/almanac/docs/'].map(
  (folder) => new URL(folder, import.meta.url),
);

let kept: DocsScript | undefined;

/** Undefined when it could not be fetched; looked for again each time until it is there. */
export function readDocsScript(): DocsScript | undefined {
  if (kept) return kept;
  const folder = folders.find((url) => existsSync(new URL('standalone.js.gz', url)));
  if (!folder) return undefined;
  const plain = readFileSync(new URL('standalone.js', folder));
  const mark = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  kept = { plain, zipped: readFileSync(new URL('standalone.js.gz', folder)), mark };
  return kept;
}
