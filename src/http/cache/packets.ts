// Kept answers as they go over the wire, head and body in one piece: made anew when the second in their date is over.
import { type Server, STATUS_CODES } from 'node:http';
import type { Wire } from './cache.js';
import type { Found } from './shelf.js';

interface Packet {
  readonly date: string;
  readonly bytes: Buffer;
}

export interface Packets {
  readonly of: (found: Found) => Buffer;
}

export function openPackets({ keepAliveTimeout }: Server): Packets {
  const whole = new WeakMap<Wire, Packet>();
  const bare = new WeakMap<Wire, Packet>();
  let [second, date] = [0, ''];

  function today(): string {
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second) [second, date] = [now, new Date(now * 1_000).toUTCString()];
    return date;
  }

  function headOf(http: number, headers: readonly string[], date: string): Buffer {
    const lines = [`HTTP/1.1 ${http} ${STATUS_CODES[http]}`];
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    lines.push(
      `Date: ${date}`,
      'Connection: keep-alive',
      `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1_000)}`,
    );
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  }

  return {
    of: ({ http, wire, isUnchanged }) => {
      const made = isUnchanged ? bare : whole;
      const date = today();
      const known = made.get(wire);
      if (known?.date === date) return known.bytes;
      const bytes = isUnchanged
        ? headOf(http, wire.bare, date)
        : Buffer.concat([headOf(http, wire.headers, date), wire.body]);
      made.set(wire, { date, bytes });
      return bytes;
    },
  };
}
