// The dates of a recurrence and its words, computed by the API when typing pauses. Older requests are aborted.
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, request } from '../../api/client';

export interface PreviewDate {
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_end_date: string;
}

export interface RecurrencePreview {
  /** The rule in words. */
  readonly text: string;
  /** Null if the rule has no end. */
  readonly count: number | null;
  /** The first 50 dates. */
  readonly dates: readonly PreviewDate[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

interface State {
  readonly preview?: RecurrencePreview;
  readonly error?: string;
}

const pauseMs = 400;

/** `body` is undefined while there is nothing to ask for, such as without a start. */
export function useRecurrencePreview(path: string, body: Readonly<Record<string, unknown>> | undefined): State {
  const [state, setState] = useState<State>({});
  const latest = useRef(body);
  latest.current = body;
  const key = body ? JSON.stringify(body) : '';
  useEffect(() => {
    if (key === '') return setState({});
    const going = new AbortController();
    const settle = (next: State) => {
      if (!going.signal.aborted) setState(next);
    };
    const timer = setTimeout(() => {
      request<RecurrencePreview>('POST', `/${path}/recurrence-preview`, {
        body: latest.current,
        signal: going.signal,
      }).then(
        ({ body: preview }) => settle({ preview }),
        (error: unknown) => settle({ error: messageOf(error) }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      going.abort();
    };
  }, [path, key]);
  return state;
}
