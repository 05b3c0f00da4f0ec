// The counts and the checked records of all runs in a folder.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Kind, kinds, type States } from './ledger.js';

/** Saved in every round. */
export interface State {
  readonly password: string;
  started: number;
  /** The last round was not checked yet. Still so at the next start if the tool itself was stopped. */
  isOpen: boolean;
  readonly kills: { service: number; database: number };
  /** Acknowledged changes: records. */
  readonly acknowledged: Record<Kind, number>;
  readonly unanswered: { stored: number; notStored: number; repeated: number };
  faults: number;
  seconds: number;
}

export const newState = (password: string): State => ({
  password,
  started: 0,
  isOpen: false,
  kills: { service: 0, database: 0 },
  acknowledged: Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>,
  unanswered: { stored: 0, notStored: 0, repeated: 0 },
  faults: 0,
  seconds: 0,
});

export const totalOf = ({ acknowledged }: State): number =>
  Object.values(acknowledged).reduce((sum, count) => sum + count, 0);

export function sumsOf(state: State): string {
  const { kills, acknowledged, unanswered, faults, seconds } = state;
  const byKind = kinds.map((kind) => `${kind} ${acknowledged[kind]}`).join(', ');
  return [
    `${kills.service} kills of the service, ${kills.database} of PostgreSQL, ${totalOf(state)} changes acknowledged (${byKind});`,
    `unanswered: ${unanswered.stored} stored, ${unanswered.notStored} not, ${unanswered.repeated} requests sent again;`,
    `${faults} faults; ${Math.round(seconds)} s`,
  ].join(' ');
}

export const appendStates = (file: string, states: States): void =>
  appendFileSync(file, [...states].map(([name, state]) => `${JSON.stringify([name, state ?? null])}\n`).join(''));

/** The last state of each record. */
export function readStates(file: string): States {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(
    lines.map((line) => {
      const [name, state] = JSON.parse(line) as [string, string | null];
      return [name, state ?? undefined];
    }),
  );
}
