// Problems of the API as texts that an assistant can act on: what is wrong, in the names of the arguments, and what to do.
import type { Problem, ProblemName } from '../core/problem.js';
import { argumentOf } from './fields.js';

const hints: Readonly<Partial<Record<ProblemName, string>>> = {
  unauthorized: 'Ask the person to connect with an application password.',
  forbidden: 'The user of this application password may not do that. Tell the person.',
  'not-found': 'Check the id with list_events. It may be in the trash, or not visible to this user.',
  gone: 'restore_event takes it out of the trash.',
  'in-trash': 'restore_event takes it out of the trash.',
  protected: 'Only users who may edit the event can read it here.',
  stale: 'Someone changed it in the meantime. Read it with get_event and decide again.',
  'already-reviewed': 'Someone else decided. Call list_review again.',
  'rate-limited': 'Wait before the next change.',
  mirrored: 'It can only be changed at its source.',
};

export function textOfProblem({ problem, message, details }: Problem): string {
  const { faults = {}, missing = [] } = details;
  const hint = hints[problem];
  const lines = [
    ...(missing.length > 0 ? [`Missing: ${missing.map(argumentOf).join(', ')}.`] : []),
    ...Object.entries(faults).map(([name, fault]) => `${argumentOf(name)}: ${fault.message}`),
  ];
  const first = lines.length > 0 ? [] : [message];
  return [...first, ...lines, ...(hint ? [hint] : [])].join('\n');
}
