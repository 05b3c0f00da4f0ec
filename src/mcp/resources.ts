// Resources: events by their ID, as data or as iCalendar, and the guide for assistants.
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';
import { json } from '../formats/json.js';
import { render } from '../http/response.js';
import { textOfProblem } from './errors.js';
import { guide, guideUri } from './guide.js';
import { codes, RpcError, shown } from './messages.js';
import { notice } from './rows.js';
import type { ToolContext } from './tool.js';
import { readEvent } from './tools/lists.js';

export const listResources: readonly Given[] = [
  { uri: guideUri, name: 'guide', title: 'Guide for assistants', mimeType: 'text/markdown' },
];

export const resourceTemplates: readonly Given[] = [
  { uriTemplate: 'almanac://events/{id}', name: 'event', title: 'Event', mimeType: 'application/json' },
  {
    uriTemplate: 'almanac://events/{id}.ics',
    name: 'event-ics',
    title: 'Event as iCalendar',
    mimeType: 'text/calendar',
  },
];

const eventUri = /^almanac:\/\/events\/(\d{1,15})(\.ics)?$/;

export async function readResource(uri: unknown, context: ToolContext): Promise<Given> {
  if (uri === guideUri) return { uri, mimeType: 'text/markdown', text: guide(context.call.site) };
  const [, id, suffix] = (typeof uri === 'string' && eventUri.exec(uri)) || [];
  if (id === undefined) throw unknown(uri, 'Known: almanac://guide and almanac://events/{id}.');
  try {
    if (suffix !== undefined) return { uri, mimeType: 'text/calendar', text: await icalendar(id, context) };
    const event = await readEvent({ id }, context);
    return { uri, mimeType: 'application/json', text: JSON.stringify({ event, notice }) };
  } catch (error) {
    throw error instanceof Problem ? unknown(uri, textOfProblem(error)) : error;
  }
}

const unknown = (uri: unknown, reason: string): RpcError =>
  new RpcError(codes.invalidParams, `No resource ${shown(uri)}. ${reason}`, 400, { uri: shown(uri) });

async function icalendar(id: string, { request }: ToolContext): Promise<string> {
  const response = await request({ method: 'GET', path: `/events/${id}.ics` });
  return render(response, { switches: {}, format: json }).bytes.toString('utf8');
}
