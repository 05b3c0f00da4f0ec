// A calendar server on loopback that responds with a hostile calendar.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostileCalendar } from './calendars.js';

export interface HostileServer {
  readonly url: string;
  readonly serve: (calendar: HostileCalendar) => void;
  readonly stop: () => void;
}

export async function startHostileServer(): Promise<HostileServer> {
  let served: HostileCalendar | undefined;
  const server = createServer((_, response) => {
    const { status, headers, body, cutAt } = served ?? { status: 404, headers: {}, body: '' };
    response.writeHead(status, { 'content-type': 'text/calendar', 'content-length': body.length, ...headers });
    if (cutAt === undefined) response.end(body);
    else response.write(body.slice(0, cutAt), () => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`,
    serve: (calendar) => {
      served = calendar;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
