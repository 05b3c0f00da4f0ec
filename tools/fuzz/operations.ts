// Requests made from the operations of an OpenAPI document, most of them with one odd part.
import type { Random } from '../../bench/calendar/random.js';
import type { Case, MakeCase } from './case.js';
import type { ApiDocument, Json, Operation } from './document.js';
import { formBody, multipartBody } from './form-bodies.js';
import { isMarkedId } from './hidden.js';
import type { Got, Sent } from './http.js';
import type { Site } from './site.js';
import { asText, encoded, oddHeader, oddValue, valueFor, withOddPart } from './values.js';

/** These end or start something that no further request could undo. */
const left = new Set(['setUp', 'loadDemo']);

/** IDs that were seen, by the first part of the path. */
export interface SeenIds {
  readonly of: (resource: string) => readonly number[];
  /** For a field that refers to a record, half the time. */
  readonly idFor: (name: string, random: Random) => number | undefined;
  readonly note: (resource: string, body: Json) => void;
}

const maxSeen = 200;

/** Fields that refer to a record, with the resource of it. */
const referred: Readonly<Record<string, string>> = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
  image: 'media',
  include: 'events',
  record: 'events',
};

export function openSeenIds(): SeenIds {
  const seen = new Map<string, readonly number[]>();
  const of = (resource: string) => seen.get(resource) ?? [];
  /** Neither hidden records, nor versions of them, nor the callers themselves. */
  const isUsed = ({ id, record, name }: Json): boolean =>
    typeof id === 'number' &&
    !isMarkedId(id) &&
    !(typeof record === 'number' && isMarkedId(record)) &&
    !String(name).startsWith('fuzz-');
  return {
    of,
    idFor: (name, random) => {
      const resource = Object.hasOwn(referred, name) ? (referred[name] ?? '') : '';
      return resource !== '' && random.happens(0.5) ? random.pick(of(resource)) : undefined;
    },
    note: (resource, body) => {
      const found = [body, ...(Array.isArray(body?.[resource]) ? body[resource] : [])].filter((one) => one?.id);
      seen.set(resource, [...of(resource), ...found.filter(isUsed).map(({ id }) => id)].slice(-maxSeen));
    },
  };
}

export function operationCases(documents: readonly ApiDocument[], seen: SeenIds, site: Site): MakeCase {
  return (random, caller) => {
    const document = random.pick(documents);
    const operation = random.pick(document.operations.filter(({ name }) => !left.has(name)));
    const who = random.happens(0.85) ? site.signed(caller) : site.session(caller);
    return operationCase(document, operation, madeRequest(document, operation, who, seen, random), seen);
  };
}

/** A request of an operation with the checks of its responses. */
export const operationCase = (document: ApiDocument, operation: Operation, sent: Sent, seen: SeenIds): Case => ({
  name: operation.name,
  sent,
  faultsOf: (got) => faultsOf(document, operation, sent, got),
  learn: ({ status, type, text }) => {
    if (status < 300 && type.includes('application/json'))
      seen.note(operation.path.split('/')[1] ?? '', JSON.parse(text || 'null'));
  },
});

const idNames = /^(id|user|occurrence_of|delivery|venue|organizer|categories|tags)$/;

function madeRequest(
  document: ApiDocument,
  { path, parameters, body, method }: Operation,
  who: Sent['headers'],
  seen: SeenIds,
  random: Random,
): Sent {
  const where = random.happens(0.2)
    ? 'nowhere'
    : random.pick(['path', 'query', 'query', 'header', 'body', 'body', 'body']);
  const known = seen.of(path.split('/')[1] ?? '');
  let hit = random.pick(parameters.filter(({ in: place }) => place === where).map(({ name }) => name as string));
  const valueText = (name: string, schema: Json, place: string): string => {
    if (where === place && name === hit) return asText(oddValue(random));
    if (place === 'path' && idNames.test(name) && known.length > 0 && random.happens(0.9))
      return String(random.pick(known));
    return asText(document.knownValue(name, random) ?? valueFor(schema, document, random));
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const given = parameters.find((one) => one.in === 'path' && one.name === name);
    hit ??= where === 'path' ? name : undefined;
    return encoded(valueText(name, given?.schema, 'path')) || 'x';
  });
  const query = parameters
    .filter(({ in: place, name, required }) => place === 'query' && (required || name === hit || random.happens(0.08)))
    .map(({ name, schema }) => `${encodeURIComponent(name)}=${encoded(valueText(name, schema, 'query'))}`);
  const content = body && madeBody(document, body, where === 'body', random);
  const [oddName, odd] = oddHeader(random);
  const url = `${document.prefix}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return {
    method,
    url: url.slice(0, 15_000),
    headers: {
      ...who,
      ...(content && { 'content-type': content.type }),
      ...(where === 'header' && { [oddName]: odd }),
    },
    body: content?.text,
  };
}

interface MadeBody {
  readonly type: string;
  readonly text: string | undefined;
}

function madeBody(
  document: ApiDocument,
  { type, schema, example, types }: NonNullable<Operation['body']>,
  isOdd: boolean,
  random: Random,
): MadeBody {
  const value = example !== undefined && random.happens(0.4) ? example : valueFor(schema, document, random);
  const sent = isOdd ? withOddPart(value, random) : value;
  const isForm = types.some((one) => /form/.test(one)) && random.happens(0.2);
  if (isForm && typeof sent === 'object' && sent !== null)
    return random.happens(0.5) ? formBody(sent) : multipartBody(sent, random);
  const text = type.includes('json') || typeof sent !== 'string' ? JSON.stringify(sent) : sent;
  if (!isOdd || text === undefined || random.happens(0.9)) return { type, text };
  // Cut, or with a part that is not JSON.
  const at = random.integer(0, text.length);
  const broken = [text.slice(0, at), `${text.slice(0, at)}\u0000${text.slice(at)}`, `${text}${text}`, `[${text}`];
  return { type, text: random.pick(broken) };
}

/** Parameters that change the form of a response. */
const isSelected = (url: string): boolean => /[?&](_fields|_envelope|_embed|context)(\[|=|%5B)/.test(url);

function faultsOf(document: ApiDocument, { responses }: Operation, sent: Sent, got: Got): readonly string[] {
  const { status, type, text } = got;
  const described = responses[status];
  if (status >= 500 && !described) return [`the status ${status}`];
  // A path with another value, or another method, may not be that of this operation.
  if (text.startsWith('{"code":"rest_no_route"') || 'x-http-method-override' in sent.headers) return [];
  const expected = described ?? responses.default;
  if (!expected) return [`the status ${status}, which is not in the document`];
  if (!type.includes('application/json') || text === '') return [];
  const contents = Object.entries<Json>(document.follow(expected).content ?? {});
  const schema = contents.find(([one]) => one.includes('json'))?.[1].schema;
  if (!schema || isSelected(sent.url)) return [];
  const validate = document.validatorFor(schema);
  if (validate(JSON.parse(text))) return [];
  const [{ instancePath = '', message = '' } = {}] = validate.errors ?? [];
  return [`the status ${status} with a body that does not match: ${instancePath.replace(/\d+/g, 'N')} ${message}`];
}
