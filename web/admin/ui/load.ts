// Loads data for a component, with error and reload.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  /** A request is under way. */
  readonly waiting: boolean;
  /** Loads again; the current value stays until then. */
  readonly reload: () => void;
}

/** Calls `load` again when one of `inputs` changes, and aborts the request before. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({});
  const [waiting, setWaiting] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const going = new AbortController();
    const settle = (next: { value?: T; error?: unknown }) => {
      if (going.signal.aborted) return;
      setState(next);
      setWaiting(false);
    };
    setWaiting(true);
    latest.current(going.signal).then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error }),
    );
    return () => going.abort();
  }, [...inputs, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { value: state.value, error: state.error, waiting, reload };
}
