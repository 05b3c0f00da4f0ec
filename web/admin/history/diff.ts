// The difference of two texts, word by word.

export interface Part {
  readonly text: string;
  readonly kind: 'same' | 'removed' | 'added';
}

/** Words with the blanks after them. */
const wordsOf = (text: string): readonly string[] => text.match(/\S+\s*|^\s+/g) ?? [];

/** Larger texts are compared only as a whole: the table below has the product of both lengths. */
const maxCells = 1_000_000;

/** Equal words at both ends are cut off first; in between, the longest common subsequence stays. */
export function differenceOf(before: string, after: string): readonly Part[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start++;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const middle = compared(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return joined([
    ...old.slice(0, start).map((text): Part => ({ text, kind: 'same' })),
    ...middle,
    ...old.slice(old.length - end).map((text): Part => ({ text, kind: 'same' })),
  ]);
}

function compared(old: readonly string[], now: readonly string[]): readonly Part[] {
  const removed = old.map((text): Part => ({ text, kind: 'removed' }));
  const added = now.map((text): Part => ({ text, kind: 'added' }));
  if (old.length * now.length === 0 || old.length * now.length > maxCells) return [...removed, ...added];
  const lengths = commonLengths(old, now);
  const lengthAt = (row: number, column: number) => lengths[row * (now.length + 1) + column] ?? 0;
  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < now.length) {
    const [was, is] = [old[row] ?? '', now[column] ?? ''];
    if (was === is) {
      parts.push({ text: was, kind: 'same' });
      row++;
      column++;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      parts.push({ text: was, kind: 'removed' });
      row++;
    } else {
      parts.push({ text: is, kind: 'added' });
      column++;
    }
  }
  return [...parts, ...removed.slice(row), ...added.slice(column)];
}

/** Length of the longest common subsequence of the rests, by their starts. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      const at = row * width + column;
      const [below, beside] = [lengths[at + width] ?? 0, lengths[at + 1] ?? 0];
      lengths[at] = old[row] === now[column] ? (lengths[at + width + 1] ?? 0) + 1 : Math.max(below, beside);
    }
  }
  return lengths;
}

/** Neighbours of the same kind become one part. */
function joined(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
