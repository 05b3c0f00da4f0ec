// A calendar of another site: a real HTTP server whose content a test sets.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export const vevent = (uid: string, day: string, ...lines: readonly string[]): string =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : [`DTSTART:${day}T100000Z`, `DTEND:${day}T110000Z`]),
    ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : [`SUMMARY:${uid}`]),
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n');

export const calendarOf = (...events: readonly string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;

/** For the tests of the block that calls this. Responses have an ETag, and are 304 if it is sent back. */
export function useCalendarServer() {
  const calendar = { content: calendarOf(), status: 200, url: '' };
  const server = createServer((request, response) => {
    const etag = `"${Buffer.from(calendar.content).toString('base64url').slice(-40)}-${calendar.content.length}"`;
    const isSame = calendar.status === 200 && request.headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : calendar.status, { 'content-type': 'text/calendar', etag });
    response.end(isSame ? '' : calendar.content);
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    calendar.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return calendar;
}
