// Circles of imports: the strongly connected components of more than one file (Tarjan's algorithm).

export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: (readonly string[])[] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      const reached = !order.has(target) ? visit(target) : stack.includes(target) ? order.get(target) : undefined;
      lowest.set(file, Math.min(lowest.get(file) ?? number, reached ?? number));
    }
    const low = lowest.get(file) ?? number;
    if (low === number) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
