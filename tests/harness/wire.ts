// HTTP as bytes: requests split at chosen positions, and raw responses.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Said {
  readonly text: string;
  /** HEAD: no body, whatever Content-Length says. */
  readonly head?: boolean;
}

export interface Spoken {
  readonly head: string;
  readonly body: string;
}

/** The next response in the received bytes, and the rest. */
function takeAnswer(heard: string, { head: isHead = false }: Said): [Spoken, string] | undefined {
  const end = heard.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const head = heard.slice(0, end);
  const isBare = isHead || /^HTTP\/1\.1 (204|304)/.test(head);
  const length = isBare ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (heard.length < end + length) return undefined;
  return [{ head, body: heard.slice(end, end + length) }, heard.slice(end + length)];
}

/** Where each request begins in the bytes of all of them. */
export function beginnings(requests: readonly Said[]): readonly number[] {
  let at = 0;
  return requests.map(({ text }) => {
    at += text.length;
    return at - text.length;
  });
}

/** Sends the requests over one connection, split at these positions; continues after all complete requests are answered. */
export async function speak(address: string, requests: readonly Said[], cuts: readonly number[]): Promise<Spoken[]> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  const whole = requests.map(({ text }) => text).join('');
  const ends = [...beginnings(requests).slice(1), whole.length];
  const answers: Spoken[] = [];
  let heard = '';
  const places = [...new Set(cuts.map((cut) => cut % whole.length))].filter(Boolean).sort((one, other) => one - other);
  let sent = 0;
  for (const place of [...places, whole.length]) {
    socket.write(whole.slice(sent, place), 'latin1');
    sent = place;
    const due = ends.filter((end) => end <= sent).length;
    while (answers.length < due) {
      const found = takeAnswer(heard, requests[answers.length] as Said);
      if (found) {
        answers.push(found[0]);
        heard = found[1];
      } else heard += String((await once(socket, 'data'))[0]);
    }
  }
  socket.destroy();
  return [...answers, ...(heard === '' ? [] : [{ head: 'more than was asked for', body: heard }])];
}
