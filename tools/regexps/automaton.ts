// The position automaton (Glushkov) of a regular expression: a state for each character class of the pattern, an edge
// where one can match directly after another. Patterns that may start anywhere begin with a state that skips characters.
import { CharBase, CharSet, JS } from 'refa';

export interface State {
  /** The characters that lead into this state. */
  readonly chars: CharSet;
  readonly next: Set<State>;
  /** The characters that complete a match from here, whatever follows. */
  completing: CharSet;
  /** A match may end here at the end of the text. */
  endsAtEnd: boolean;
}

export interface Automaton {
  readonly states: readonly State[];
  /** States with two ways between the same two of them: `(a*)*`. */
  readonly isRepeatedTwice: boolean;
  /** A lookbehind of any length: it runs backwards from each position. */
  readonly hasLongLookbehind: boolean;
}

/** What an assertion asks of the characters beside it. */
interface Guard {
  readonly before: CharSet;
  readonly atStart: boolean;
  readonly after: CharSet;
  readonly atEnd: boolean;
  /** It may fail for another reason: a longer lookahead or lookbehind, a backreference. */
  readonly isUncertain: boolean;
}

interface Position {
  readonly chars: CharSet;
  readonly edges: { readonly to: Position; readonly guard: Guard }[];
  readonly ends: Guard[];
}

interface Step {
  readonly position: Position;
  readonly guard: Guard;
}

interface Part {
  readonly first: readonly Step[];
  readonly last: readonly Step[];
  /** Ways through without a character. */
  readonly empty: readonly Guard[];
}

type Node = JS.ParseResult['expression']['alternatives'][number]['elements'][number];
type Alternatives = JS.ParseResult['expression']['alternatives'];

/** Larger counts behave as this one: they repeat, but not without an end. */
const maxCopies = 3;

function both(one: Guard, other: Guard): Guard {
  return {
    before: one.before.intersect(other.before),
    atStart: one.atStart && other.atStart,
    after: one.after.intersect(other.after),
    atEnd: one.atEnd && other.atEnd,
    isUncertain: one.isUncertain || other.isUncertain,
  };
}

const isPossible = ({ before, atStart, after, atEnd }: Guard): boolean =>
  (atStart || !before.isEmpty) && (atEnd || !after.isEmpty);

const guarded = (steps: readonly Step[], guards: readonly Guard[]): readonly Step[] =>
  guards.flatMap((guard) =>
    steps.map((step) => ({ ...step, guard: both(step.guard, guard) })).filter((step) => isPossible(step.guard)),
  );

/** The characters of a lookaround of one character. */
function singleChar(alternatives: Alternatives): CharSet | undefined {
  const sets = alternatives.map(({ elements }) => (elements.length === 1 ? elements[0] : undefined));
  const [first, ...rest] = sets.map((node) => (node?.type === 'CharacterClass' ? node.characters : undefined));
  return rest.reduce((set, other) => (set && other ? set.union(other) : undefined), first);
}

const isUnbounded = (alternatives: Alternatives): boolean =>
  alternatives.some(({ elements }) =>
    elements.some(
      (node) =>
        (node.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY) ||
        node.type === 'Unknown' ||
        ('alternatives' in node && isUnbounded(node.alternatives)),
    ),
  );

export function automatonOf(source: string, flags: string): Automaton {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 1,
  });
  const all = CharSet.all(maxCharacter);
  const always: Guard = { before: all, atStart: true, after: all, atEnd: true, isUncertain: false };
  const uncertain: Guard = { ...always, isUncertain: true };
  const nothing: Part = { first: [], last: [], empty: [always] };
  const positions: Position[] = [];
  let isRepeatedTwice = false;
  let hasLongLookbehind = false;

  function newPosition(chars: CharSet): Position {
    const position = { chars, edges: [], ends: [] };
    positions.push(position);
    return position;
  }

  function link(from: Part, to: Part, isLoop = false): void {
    for (const { position, guard } of from.last)
      for (const step of to.first) {
        const joined = both(guard, step.guard);
        if (!isPossible(joined)) continue;
        if (isLoop && position.edges.some((edge) => edge.to === step.position && isPossible(both(edge.guard, joined))))
          isRepeatedTwice = true;
        position.edges.push({ to: step.position, guard: joined });
      }
  }

  function sequence(one: Part, other: Part): Part {
    link(one, other);
    return {
      first: [...one.first, ...guarded(other.first, one.empty)],
      last: [...other.last, ...guarded(one.last, other.empty)],
      empty: one.empty.flatMap((guard) => other.empty.map((next) => both(guard, next))).filter(isPossible),
    };
  }

  function choice(parts: readonly Part[]): Part {
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: parts.flatMap(({ empty }) => empty),
    };
  }

  function repeated(alternatives: Alternatives, min: number, max: number): Part {
    const copies = Math.min(max === Number.POSITIVE_INFINITY ? Math.max(min, 1) : max, maxCopies);
    let part = nothing;
    for (let at = 0; at < copies; at++) {
      const copy = partOf(alternatives);
      if (max === Number.POSITIVE_INFINITY && at === copies - 1) link(copy, copy, true);
      part = sequence(part, at < min ? copy : { ...copy, empty: [...copy.empty, always] });
    }
    return part;
  }

  function assertion(kind: 'ahead' | 'behind', negate: boolean, alternatives: Alternatives): Part {
    const chars = singleChar(alternatives);
    if (chars) {
      const allowed = negate ? chars.negate() : chars;
      const guard =
        kind === 'ahead'
          ? { ...always, after: allowed, atEnd: negate }
          : { ...always, before: allowed, atStart: negate };
      return { ...nothing, empty: [guard] };
    }
    if (kind === 'behind') {
      hasLongLookbehind ||= isUnbounded(alternatives);
      return { ...nothing, empty: [uncertain] };
    }
    // Its characters are read from here, but nothing follows them.
    const ahead = partOf(alternatives);
    for (const { position, guard } of ahead.last) position.ends.push(guard);
    return { first: ahead.first, last: [], empty: [uncertain] };
  }

  function nodePart(node: Node): Part {
    switch (node.type) {
      case 'CharacterClass': {
        const position = newPosition(node.characters);
        const step = { position, guard: always };
        return { first: [step], last: [step], empty: [] };
      }
      case 'Alternation':
        return partOf(node.alternatives);
      case 'Quantifier':
        return repeated(node.alternatives, node.min, node.max);
      case 'Assertion':
        return assertion(node.kind, node.negate, node.alternatives);
      case 'Unknown':
        return { ...nothing, empty: [uncertain] };
    }
  }

  function partOf(alternatives: Alternatives): Part {
    return choice(
      alternatives.map(({ elements }) =>
        elements.reduce<Part>((part, node) => sequence(part, nodePart(node)), nothing),
      ),
    );
  }

  const whole = partOf(expression.alternatives);
  for (const { position, guard } of whole.last) position.ends.push(guard);
  if (!flags.includes('y')) {
    const skipped = newPosition(all);
    const step = { position: skipped, guard: always };
    link({ first: [], last: [step], empty: [] }, { first: [step, ...whole.first], last: [], empty: [] });
  }
  return { states: statesOf(positions, all), isRepeatedTwice, hasLongLookbehind };
}

/** States without guards: a position is split where a guard beside it holds for some of its characters only. */
function statesOf(positions: readonly Position[], all: CharSet): readonly State[] {
  const guards = new Map<Position, CharSet[]>(positions.map((position) => [position, [position.chars]]));
  for (const position of positions) {
    for (const { to, guard } of position.edges) {
      guards.get(position)?.push(guard.before);
      guards.get(to)?.push(guard.after);
    }
    for (const { before } of position.ends) guards.get(position)?.push(before);
  }
  const states = new Map<Position, State[]>();
  for (const [position, sets] of guards) {
    const parts = new CharBase(sets).sets.filter((set) => !set.isDisjointWith(position.chars));
    states.set(
      position,
      parts.map((chars) => ({
        chars,
        next: new Set<State>(),
        completing: CharSet.empty(all.maximum),
        endsAtEnd: false,
      })),
    );
  }
  const successful = new Set<State>();
  for (const position of positions) {
    for (const state of states.get(position) ?? []) {
      for (const { to, guard } of position.edges) {
        if (!guard.before.isSupersetOf(state.chars)) continue;
        for (const next of states.get(to) ?? []) if (guard.after.isSupersetOf(next.chars)) state.next.add(next);
      }
      for (const { before, after, atEnd, isUncertain } of position.ends) {
        if (isUncertain || !atEnd || !before.isSupersetOf(state.chars)) continue;
        state.endsAtEnd = true;
        if (after.equals(all)) successful.add(state);
      }
    }
  }
  // A match that is found is never given up for another one: nothing goes on behind it.
  const left = [...states.values()].flat().filter((state) => !successful.has(state));
  for (const state of left)
    for (const next of state.next)
      if (successful.has(next)) {
        state.next.delete(next);
        state.completing = state.completing.union(next.chars);
      }
  return left;
}
