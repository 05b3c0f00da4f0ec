// `_fields`: the selected properties of a body.

/** Selected names, each with the names selected below it; `everything` selects the whole value. */
type Tree = Map<string, Tree> | 'everything';

function treeOf(list: string): Tree {
  const paths = list.split(',', 200).flatMap((path) => path.trim() || []);
  return paths.length ? paths.map((path) => path.split('.', 10)).reduce(addPath, new Map()) : 'everything';
}

function addPath(tree: Tree, [name, ...below]: readonly string[]): Tree {
  if (name === undefined || tree === 'everything') return 'everything';
  return tree.set(name, addPath(tree.get(name) ?? new Map(), below));
}

/** Names apply to each item of a list. */
function pick(value: unknown, tree: Tree): unknown {
  if (tree === 'everything' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, tree));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const branch = tree.get(name);
      return branch ? [[name, pick(inner, branch)]] : [];
    }),
  );
}

/** Selects the comma-separated names of a value; anything but text selects the whole value. */
export function pickerOf(fields: unknown): (value: unknown) => unknown {
  if (typeof fields !== 'string') return (value) => value;
  const tree = treeOf(fields);
  return (value) => pick(value, tree);
}
