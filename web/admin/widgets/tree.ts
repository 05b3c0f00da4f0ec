// Records that stand in a tree, in the order in which they are read: each below the one it belongs to.

interface Node {
  readonly id: number;
}

export interface Branch<T> {
  readonly node: T;
  readonly depth: number;
}

/** A record whose parent is not among them stands at the top. */
export function branches<T extends Node>(nodes: readonly T[], parentOf: (node: T) => number): readonly Branch<T>[] {
  const known = new Set(nodes.map(({ id }) => id));
  const below = (parent: number, depth: number, above: ReadonlySet<number>): readonly Branch<T>[] =>
    nodes
      .filter((node) => (known.has(parentOf(node)) ? parentOf(node) : 0) === parent && !above.has(node.id))
      .flatMap((node) => [{ node, depth }, ...below(node.id, depth + 1, new Set([...above, node.id]))]);
  return below(0, 0, new Set());
}
