/** The same fields or keys without documentation, for facades whose clients do not know them. */
export const undocumented = <Item extends object>(items: Readonly<Record<string, Item>>) =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [name, { ...item, undocumented: true as const }]));
