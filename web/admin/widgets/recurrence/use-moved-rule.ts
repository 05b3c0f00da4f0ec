// Moves the rule with the start: when the start gets another day, so do the weekday or day of the month in the rule.
import { useEffect, useRef } from 'preact/hooks';
import { isWall } from '../wall-clock';
import { moveRule } from './rule';

/** `onMove` gets the new rule. */
export function useMovedRule(rule: string, start: string, onMove: (rule: string) => void): void {
  // Each move is computed from the rule and the start that were chosen together: a date that is being typed passes through
  // other days, which must leave no trace.
  const chosen = useRef({ rule, start });
  const current = useRef(rule);
  useEffect(() => {
    if (!isWall(start)) return;
    if (rule !== current.current) {
      chosen.current = { rule, start };
      current.current = rule;
      return;
    }
    const moved = moveRule(chosen.current.rule, chosen.current.start, start);
    if (moved === undefined || moved === rule) return;
    current.current = moved;
    onMove(moved);
  }, [rule, start]);
}
