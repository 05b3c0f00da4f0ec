// Loading something for a page: what is there, what went wrong, and asking again.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  /** Something newer is on its way. */
  readonly waiting: boolean;
  /** Asks again; what is shown stays until the answer is there. */
  readonly reload: () => void;
}

/** `load` is called anew when one of `inputs` changes; an answer that comes too late is dropped. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({});
  const [waiting, setWaiting] = useState(true);
  const [turn, setTurn] = useState(0);
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
  }, [...inputs, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { value: state.value, error: state.error, waiting, reload };
}
