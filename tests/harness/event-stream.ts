// A client of server-sent events over a plain HTTP response, and conditions to wait for.
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

export interface EventStream {
  readonly status: number;
  readonly type: string;
  /** The events received so far. */
  readonly events: ServerEvent[];
  readonly lastId: () => string | undefined;
  readonly isOpen: () => boolean;
  /** The text of an error response. */
  readonly text: () => string;
  readonly close: () => void;
}

/** Waits for a condition, however long that takes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

export async function openEvents(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  const closing = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: closing.signal,
  });
  const events: ServerEvent[] = [];
  let [buffer, whole, isOpen]: [string, string, boolean] = ['', '', true];
  let lastId: string | undefined;

  function readBlock(block: string): void {
    const lines = block.split('\n').map((line) => line.split(/: ?(.*)/s, 2));
    const fieldOf = (name: string) => lines.find(([known]) => known === name)?.[1];
    lastId = fieldOf('id') ?? lastId;
    const data = fieldOf('data');
    if (data !== undefined) events.push({ name: fieldOf('event') ?? 'message', data });
  }

  const read = async () => {
    for await (const chunk of response.body ?? []) {
      const text = Buffer.from(chunk).toString();
      whole += text;
      buffer += text;
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) readBlock(block);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      isOpen = false;
    });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    events,
    lastId: () => lastId,
    isOpen: () => isOpen,
    text: () => whole,
    close: () => closing.abort(),
  };
}
