// Remembers what became of texts that come again and again, such as the descriptions of venues in a list of events.
// A page of a hundred of the longest descriptions fits in, so that a list does not render them with every request.

/** Characters that are remembered, of the texts and of their results together. */
const maxCharacters = 40_000_000;
const maxTexts = 2_000;

export function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  let characters = 0;
  const forgetOldest = (): void => {
    const [[text, made] = ['', '']] = known;
    known.delete(text);
    characters -= text.length + made.length;
  };
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = work(text);
    known.set(text, made);
    characters += text.length + made.length;
    while (characters > maxCharacters || known.size > maxTexts) forgetOldest();
    return made;
  };
}
