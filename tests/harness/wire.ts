// HTTP as bytes: requests split at chosen positions, and raw responses.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawRequest {
  readonly text: string;
  /** HEAD: no body, whatever Content-Length says. */
  readonly head?: boolean;
}

export interface RawResponse {
  readonly head: string;
  readonly body: string;
}

/** The next response in the received bytes, and the rest. */
function takeResponse(received: string, { head: isHead = false }: RawRequest): [RawResponse, string] | undefined {
  const end = received.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const head = received.slice(0, end);
  const isBare = isHead || /^HTTP\/1\.1 (204|304)/.test(head);
  const length = isBare ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (received.length < end + length) return undefined;
  return [{ head, body: received.slice(end, end + length) }, received.slice(end + length)];
}

/** Where each request begins in the bytes of all of them. */
export function offsetsOf(requests: readonly RawRequest[]): readonly number[] {
  let at = 0;
  return requests.map(({ text }) => {
    at += text.length;
    return at - text.length;
  });
}

/** Sends the requests over one connection, split at these positions; continues after all complete requests are answered. */
export async function sendRaw(
  address: string,
  requests: readonly RawRequest[],
  cuts: readonly number[],
): Promise<RawResponse[]> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  const whole = requests.map(({ text }) => text).join('');
  const ends = [...offsetsOf(requests).slice(1), whole.length];
  const responses: RawResponse[] = [];
  let received = '';
  const places = [...new Set(cuts.map((cut) => cut % whole.length))].filter(Boolean).sort((one, other) => one - other);
  let sent = 0;
  for (const place of [...places, whole.length]) {
    socket.write(whole.slice(sent, place), 'latin1');
    sent = place;
    const due = ends.filter((end) => end <= sent).length;
    while (responses.length < due) {
      const found = takeResponse(received, requests[responses.length] as RawRequest);
      if (found) {
        responses.push(found[0]);
        received = found[1];
      } else received += String((await once(socket, 'data'))[0]);
    }
  }
  socket.destroy();
  return [...responses, ...(received === '' ? [] : [{ head: 'more than was asked for', body: received }])];
}
