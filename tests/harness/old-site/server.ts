// A site with The Events Calendar, played by a server of ours: the same routes, bodies, windows, rights and errors, with
// generated records. Records can be changed while it runs, and it can be set to answer badly.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plusSeconds } from '../../../src/core/time/clock.js';
import type { Role } from './access.js';
import { type Answer, failure } from './answer.js';
import type { Parts, Site } from './bodies.js';
import { answerForClients } from './client-details.js';
import { type Edit, type EditKind, editData, editKinds } from './edits.js';
import { generateData, type Sizes, sizesFor } from './generate.js';
import { type Hostility, spoilAnswer, spoilConnection } from './hostile.js';
import { randomFrom } from './random.js';
import type { OldData } from './records.js';
import { answer } from './routes.js';

/** The clock of the site, in UTC: later than every generated record. */
export const oldSiteNow = '2026-11-16 12:00:00';

export interface OldSiteOptions extends Partial<Parts> {
  /** 2,000 by default; the numbers of other records follow from it unless given. */
  readonly events?: number;
  readonly sizes?: Partial<Sizes>;
  readonly seed?: number;
  readonly hostile?: Hostility;
  readonly port?: number;
  /** The path that the site is installed under, such as `/blog`. */
  readonly base?: string;
}

export interface OldRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly role: Role;
  readonly agent: string;
  readonly at: number;
}

export interface OldSite {
  readonly url: string;
  readonly data: OldData;
  readonly requests: OldRequest[];
  /** The largest number of requests at the same time. */
  readonly peak: () => number;
  /** Answers badly from now on, or well if undefined. */
  hostile: Hostility | undefined;
  /** Also answers with what a takeover does not read but clients do. */
  hasClientDetails: boolean;
  /** Makes a random change, of this kind if given. */
  edit(kind?: EditKind): Edit;
  stop(): Promise<void>;
}

/** Application passwords by role; blanks in them do not count. */
export const oldCredentials = {
  administrator: { user: 'ada', password: 'aaaa bbbb cccc dddd eeee ffff', id: 1 },
  contributor: { user: 'ben', password: 'gggg hhhh iiii jjjj kkkk llll', id: 2 },
} as const;

export async function startOldSite(options: OldSiteOptions = {}): Promise<OldSite> {
  const { events = 2_000, seed = 1, base = '', hasTecV1 = true, hasMeta = true, hasPro = true } = options;
  const data = await generateData({ ...sizesFor(events), ...options.sizes }, seed, hasPro);
  const random = randomFrom(seed + 1);
  const requests: OldRequest[] = [];
  let [active, peak, edits] = [0, 0, 0];
  // Later with each edit.
  const editTime = () => plusSeconds(oldSiteNow, edits++);
  const old: OldSite = {
    url: '',
    data,
    requests,
    peak: () => peak,
    hostile: options.hostile,
    hasClientDetails: false,
    edit: (kind) => {
      for (;;) {
        const edit = editData(data, random, editTime(), kind ?? random.pick(editKinds));
        if (edit) return edit;
        if (kind) throw new Error(`no record for the edit ${kind}`);
      }
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    active++;
    peak = Math.max(peak, active);
    response.on('close', () => active--);
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://site');
    const caller = callerOf(request.headers.authorization);
    const method = request.method ?? '';
    const agent = request.headers['user-agent'] ?? '';
    const role = caller?.role ?? 'anonymous';
    requests.push({ method, path: request.url ?? '', role, agent, at: Date.now() });
    const { hostile } = old;
    const isSpoiled = hostile !== undefined && (hostile.path?.test(request.url ?? '') ?? true);
    if (isSpoiled && spoilConnection(hostile.mode, requests.length, response)) return;
    const site: Site = { url: old.url, data, now: oldSiteNow, hasTecV1, hasMeta, hasPro };
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : '/none';
    const { headers } = request;
    const answered = old.hasClientDetails ? answerForClients : answer;
    const read = (search: URLSearchParams) => answered({ path, query: search, headers, ...(caller ?? nobody) }, site);
    const good = isSpoiled && hostile.mode === 'pages' ? lastPage(read, query) : read(query);
    if (isSpoiled && hostile.mode === 'changing' && path.endsWith('/events')) old.edit();
    send(response, method, caller ? (isSpoiled ? spoilAnswer(hostile.mode, good) : good) : wrongPassword);
  };
  const server = createServer(respond);
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  return Object.assign(old, { url });
}

const nobody = { role: 'anonymous' as Role, user: 0 };
const wrongPassword = failure(401, 'incorrect_password', 'The provided password is an invalid application password.');

/** Undefined for wrong credentials. */
function callerOf(header: string | undefined): { readonly role: Role; readonly user: number } | undefined {
  if (!header?.startsWith('Basic ')) return nobody;
  const [name, ...rest] = Buffer.from(header.slice(6), 'base64').toString().split(':');
  const found = Object.entries(oldCredentials).find(
    ([, { user, password }]) => user === name && password.replaceAll(' ', '') === rest.join(':').replaceAll(' ', ''),
  );
  return found && { role: found[0] as Role, user: found[1].id };
}

/** The page asked for, or the first one if there is none. */
function lastPage(read: (query: URLSearchParams) => Answer, query: URLSearchParams): Answer {
  const found = read(query);
  if (found.status !== 404) return found;
  const first = new URLSearchParams(query);
  first.set('page', '1');
  return read(first);
}

function send(response: ServerResponse, method: string, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(method === 'HEAD' ? undefined : body);
}
