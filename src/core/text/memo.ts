// Remembers what became of texts that come again and again, such as the descriptions of venues in a list of events.

const most = 2_000;
const longest = 10_000;

export function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longest) return work(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = work(text);
    if (known.size >= most) known.delete(known.keys().next().value as string);
    known.set(text, made);
    return made;
  };
}
