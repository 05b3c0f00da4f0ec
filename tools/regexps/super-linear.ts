// Finds patterns whose time grows faster than the text: those that can read the same characters in ever more ways and may
// fail after all. Of a loop `p` that leads to a loop `q`, by characters that both can repeat, n repetitions have n ways
// (Weber and Seidl, "On the degree of the ambiguity of finite automata", 1991).
import { CharBase } from 'refa';
import { automatonOf, type State } from './automaton.js';

/** Beyond it, a text that ends every way in a match is not looked for. */
const maxSubsets = 500;

/** States that can reach each other. */
function loopsOf(states: readonly State[]): readonly ReadonlySet<State>[] {
  const reached = new Map(states.map((state) => [state, reachableFrom(state)]));
  const seen = new Set<State>();
  return states.flatMap((state) => {
    if (seen.has(state) || !reached.get(state)?.has(state)) return [];
    const loop = new Set([...(reached.get(state) ?? [])].filter((other) => reached.get(other)?.has(state)));
    for (const other of loop) seen.add(other);
    return [loop];
  });
}

function reachableFrom(state: State): ReadonlySet<State> {
  const found = new Set<State>();
  const open = [state];
  for (let from = open.pop(); from; from = open.pop())
    for (const next of from.next)
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  return found;
}

const only = (states: Iterable<State>, within: ReadonlySet<State>): State[] =>
  [...states].filter((state) => within.has(state));

/** Whether one text leads `p` to itself and to `q`, and `q` to itself. */
function isPumped(p: State, pLoop: ReadonlySet<State>, q: State, qLoop: ReadonlySet<State>): boolean {
  const between = new Set([...reachableFrom(p)].filter((state) => state === q || reachableFrom(state).has(q)));
  const ids = new Map([...new Set([...pLoop, ...qLoop, ...between])].map((state, id) => [state, id]));
  const seen = new Set<string>();
  const open: [State, State, State][] = [[p, p, q]];
  for (let from = open.pop(); from; from = open.pop()) {
    const [a, b, c] = from;
    for (const nextA of only(a.next, pLoop))
      for (const nextB of only(b.next, between)) {
        const shared = nextA.chars.intersect(nextB.chars);
        if (shared.isEmpty) continue;
        for (const nextC of only(c.next, qLoop)) {
          const letters = shared.intersect(nextC.chars);
          // Where a letter could complete the match of `q`, all that was read is part of a match, and is not read again.
          if (letters.without(c.completing).isEmpty) continue;
          if (nextA === p && nextB === q && nextC === q) return true;
          const key = `${ids.get(nextA)} ${ids.get(nextB)} ${ids.get(nextC)}`;
          if (!seen.has(key)) open.push([nextA, nextB, nextC]);
          seen.add(key);
        }
      }
  }
  return false;
}

/** Whether two ways through a loop read the same text. */
function isAmbiguous(start: State, loop: ReadonlySet<State>): boolean {
  const ids = new Map([...loop].map((state, id) => [state, id]));
  const seen = new Set<string>();
  const open: [State, State, boolean][] = [[start, start, false]];
  for (let from = open.pop(); from; from = open.pop()) {
    const [a, b, isSplit] = from;
    for (const nextA of only(a.next, loop))
      for (const nextB of only(b.next, loop)) {
        if (nextA.chars.isDisjointWith(nextB.chars)) continue;
        const split = isSplit || nextA !== nextB;
        if (split && nextA === start && nextB === start) return true;
        const key = `${ids.get(nextA)} ${ids.get(nextB)} ${split}`;
        if (!seen.has(key)) open.push([nextA, nextB, split]);
        seen.add(key);
      }
  }
  return false;
}

/** Whether a text leads from this state to no match. `(?<all>.*)$` with the flag `s` has none. */
function mayFail(start: State, states: readonly State[]): boolean {
  const letters = new CharBase(states.flatMap(({ chars, completing }) => [chars, completing])).sets;
  const ids = new Map(states.map((state, id) => [state, id]));
  const seen = new Set<string>();
  const open: State[][] = [[start]];
  for (let from = open.pop(); from; from = open.pop()) {
    if (!from.some(({ endsAtEnd }) => endsAtEnd)) return true;
    for (const letter of letters) {
      if (from.some(({ completing }) => !completing.isDisjointWith(letter))) continue;
      const next = [...new Set(from.flatMap((state) => [...state.next]))].filter(
        ({ chars }) => !chars.isDisjointWith(letter),
      );
      const key = next
        .map((state) => ids.get(state))
        .sort()
        .join(' ');
      if (!seen.has(key)) open.push(next);
      seen.add(key);
      if (seen.size > maxSubsets) return true;
    }
  }
  return false;
}

/** What makes a pattern slower than linear; undefined for one that is not. */
export function superLinear(source: string, flags: string): string | undefined {
  if (!/[*+]|,\}/.test(source)) return undefined;
  const { states, isRepeatedTwice, hasLongLookbehind } = automatonOf(source, flags);
  if (isRepeatedTwice) return 'a repetition inside a repetition reads the same text';
  if (hasLongLookbehind) return 'a lookbehind without a bound runs back from every character';
  const loops = loopsOf(states);
  for (const loop of loops)
    for (const state of loop)
      if (isAmbiguous(state, loop) && mayFail(state, states)) return 'a repetition reads the same text in several ways';
  for (const pLoop of loops)
    for (const qLoop of loops) {
      if (pLoop === qLoop) continue;
      for (const p of pLoop)
        for (const q of qLoop)
          if (isPumped(p, pLoop, q, qLoop) && mayFail(q, states))
            return 'two repetitions, or a repetition and the search for its start, read the same text';
    }
  return undefined;
}
