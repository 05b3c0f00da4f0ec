// Finds regular expressions that can take more than linear time, as literals and as the text of `new RegExp`. Whatever
// a template inserts counts as one character.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { superLinear } from './regexps/super-linear.js';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
  readonly reason: string;
}

interface Literal {
  readonly source: string;
  readonly flags: string;
  readonly start: number;
}

type Visit = Required<ConstructorParameters<typeof Visitor>[0]>;
type Constructed = Parameters<Visit['NewExpression']>[0];

/** The text of a string or template; undefined for any other expression. */
function textOf(node: Constructed['arguments'][number] | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('1') : undefined;
}

function literalsIn(file: string, text: string): readonly Literal[] {
  const { program } = parseSync(file, text);
  const found: Literal[] = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags, start: node.start });
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      const source = callee.type === 'Identifier' && callee.name === 'RegExp' ? textOf(pattern) : undefined;
      if (source !== undefined) found.push({ source, flags: textOf(flags) ?? '', start });
    },
  }).visit(program);
  return found;
}

export function findSlow(file: string, text: string): readonly Finding[] {
  if (!/RegExp|\//.test(text)) return [];
  return literalsIn(file, text).flatMap(({ source, flags, start }) => {
    const reason = superLinear(source, flags);
    if (reason === undefined) return [];
    return [{ file, line: text.slice(0, start).split('\n').length, pattern: `/${source}/${flags}`, reason }];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = ['src', 'web', 'client', 'bin'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.(?:[jt]sx?|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const found = files.flatMap((file) => findSlow(file, readFileSync(file, 'utf8')));
  for (const { file, line, pattern, reason } of found)
    console.error(
      `${relative(root, file)}:${line}: this pattern can take more than linear time (${reason}): ${pattern}`,
    );
  if (found.length) process.exitCode = 1;
}
