// Reads the line that is being typed, after a pause; an earlier request is aborted.
import { useState } from 'preact/hooks';
import { ApiError, responseBody } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import type { Entry } from '../api/generated';
import { useLoaded } from '../ui/load';
import { type Answers, isReadable, type Understood, understood } from './understood';

const pauseMs = 180;

/** Resolves after a pause; an aborted one never does. */
export const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Undefined for a line that is not readable, such as one that is too long: it is a title then. */
export async function readEntry(
  resource: ResourceInfo,
  line: string,
  { day, signal }: { readonly day?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Entry | undefined> {
  if (line.trim() === '' || !isReadable(resource)) return undefined;
  try {
    return await responseBody<Entry>('GET', `/${resource.path}/entry`, {
      query: { text: line.trim(), date: day },
      signal,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined;
    throw error;
  }
}

interface LineEntry {
  readonly found: Understood | undefined;
  readonly answers: Answers;
  readonly answer: (question: string, choice: string) => void;
  /** What the line means now, without the pause. */
  readonly readNow: () => Promise<Understood | undefined>;
}

/** `day` is that of a time without one. */
export function useEntry(resource: ResourceInfo, line: string, day?: string): LineEntry {
  const [answers, setAnswers] = useState<Answers>({});
  const [latest, setLatest] = useState<{ readonly line: string; readonly entry: Entry | undefined }>();
  const read = async (signal?: AbortSignal) => {
    const entry = await readEntry(resource, line, { day, signal });
    if (!signal?.aborted) setLatest({ line, entry });
    return entry;
  };
  useLoaded(
    async (signal) => {
      await pause(signal);
      return read(signal);
    },
    [resource, line],
  );
  const meaning = (given: Entry | undefined) => given && understood(given, answers);
  return {
    // Until the changed line is read, the reading before stays.
    found: line.trim() === '' ? undefined : meaning(latest?.entry),
    answers,
    answer: (question, choice) => setAnswers((before) => ({ ...before, [question]: choice })),
    readNow: async () => meaning(latest?.line === line ? latest.entry : await read()),
  };
}
