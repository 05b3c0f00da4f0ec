// Finds the word that was most likely meant by a misspelt one.

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours cost 1 each. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    const costs = [row];
    rows.push(costs);
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      costs.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + differs,
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** The closest of these words, if at most a third of the letters differ; the first of several equally close ones. */
export function closestTo(word: string, words: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  const [best] = words
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((one, other) => one.distance - other.distance);
  return best?.candidate;
}
