// From a row to the body that its definition describes: key by key, undefined values left out.
import type { Body, Output, View } from './resource.js';
import type { Row } from './store.js';

export function present(body: Body, row: Row, view: View): Readonly<Record<string, unknown>> {
  const answer: Record<string, unknown> = {};
  for (const name in body) {
    const value = (body[name] as Output).of(row, view);
    if (value !== undefined) answer[name] = value;
  }
  return answer;
}
