// One writer of a round: sends again what had no answer, then writes at random until the kill.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../bench/calendar/random.js';
import { type Action, plainActions, type Turn } from './actions.js';
import { Busy, type Client, Refused, Unanswered, type Writer } from './client.js';
import { importActions } from './imports.js';
import type { States } from './ledger.js';
import { editSeries } from './series.js';

const { createOne, updateOne, deleteOne, batch, upload, changeSettings } = plainActions;
const { importCsv, importIcal, importLines } = importActions;

/** How often each action is chosen. */
const weights: readonly (readonly [Action, number])[] = [
  [createOne, 12],
  [updateOne, 12],
  [deleteOne, 4],
  [batch, 8],
  [editSeries, 1],
  [importCsv, 1],
  [importIcal, 1],
  [importLines, 3],
  [upload, 2],
];
const actions = weights.flatMap(([action, weight]) => Array.from({ length: weight }, () => action));
/** The settings are one record, so one writer changes them. */
const actionsOfFirst: readonly Action[] = [...actions, ...Array.from({ length: 12 }, () => changeSettings)];

const busyMs = 100;
/** Events that it remembers for later changes. */
const maxEvents = 40;

export interface Round {
  readonly number: number;
  readonly seed: number;
  isKilled: boolean;
}

interface Writing {
  readonly client: Client;
  readonly writer: Writer;
  readonly known: States;
  readonly round: Round;
}

interface Outcome {
  /** It was sent again and answered. */
  readonly isRepeated: boolean;
  readonly fault?: string;
}

export async function writeUntilKilled({ client, writer, known, round }: Writing): Promise<Outcome> {
  const random = seededRandom(round.seed * 17 + writer.number);
  let names = 0;
  const newName = () => `r${round.number}w${writer.number}n${++names}`;
  const turn: Turn = { client, writer, random, known, newName };
  let isRepeated = false;
  try {
    isRepeated = await repeatPending(turn, round);
    while (!round.isKilled) {
      const action = random.pick(writer.number === 0 ? actionsOfFirst : actions);
      await action(turn).catch((error: unknown) => sendLater(turn, round, error));
    }
    return { isRepeated };
  } catch (error) {
    if (error instanceof Busy || (error instanceof Unanswered && round.isKilled)) return { isRepeated };
    return { isRepeated, fault: `writer ${writer.number}: ${String(error)}` };
  } finally {
    for (const name of [...writer.events.keys()].slice(0, -maxEvents)) writer.events.delete(name);
  }
}

/** Once: a long request that is killed every time would leave no time for others. */
async function repeatPending(turn: Turn, round: Round): Promise<boolean> {
  const { writer } = turn;
  const { request } = writer.pending ?? {};
  if (!request?.isRepeatable || request === writer.repeated) {
    writer.pending = undefined;
    return false;
  }
  writer.repeated = request;
  await repeat(turn).catch((error: unknown) => sendLater(turn, round, error));
  return true;
}

/** Until the service has less to do, or the round ends. */
async function sendLater(turn: Turn, round: Round, error: unknown): Promise<void> {
  if (!(error instanceof Busy) || round.isKilled || !turn.writer.pending?.request.isRepeatable) throw error;
  await sleep(busyMs);
  await repeat(turn).catch((again: unknown) => sendLater(turn, round, isStillEnding(again) ? error : again));
}

/** An import that was given up as busy may need a moment until it has stopped. */
const isStillEnding = (error: unknown): boolean => error instanceof Refused && error.statusCode === 409;

/** The second request finds what the first one has stored, and stores the rest. */
async function repeat({ client, writer, known }: Turn): Promise<void> {
  if (!writer.pending) return;
  const { request, writes } = writer.pending;
  const open = writes.filter(({ acknowledgedNs }) => acknowledgedNs === undefined);
  const now = (names: Iterable<string>): States => new Map([...names].map((name) => [name, known.get(name)]));
  const again = open.map((write) => ({ ...write, before: now(write.after.keys()) }));
  await client.send(writer, request, again);
}
