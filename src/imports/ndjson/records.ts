// Lines of records as the API has them, written by scripts or taken from a feed. A record with an external ID is found again;
// one without is recognized by its text, so that the same file can be imported twice.

import { createHash } from 'node:crypto';
import { externalFields } from '../../core/external.js';
import type { Facade } from '../../core/facade.js';
import type { Given } from '../../core/field.js';
import { isObject } from '../../core/is-object.js';
import type { Model } from '../../core/model.js';
import { parseUrl } from '../../core/text/parse-url.js';
import { isStorable } from '../../core/text/wellformed.js';
import type { Incoming } from '../incoming.js';
import { ImportFault } from './fault.js';
import type { RecordLine } from './lines.js';
import type { Mode } from './request.js';

/** The source of lines that name none. */
export const usualSource = 'ndjson';

/** The body of a record of another calendar, as feeds have it; its ID is that of the other calendar. */
const hostOf = ({ rest_url, id }: Given): string | undefined =>
  typeof rest_url === 'string' && typeof id === 'number' ? parseUrl(rest_url)?.host.toLowerCase() : undefined;

/** The source of a line. One import has one source. */
export const sourceOf = (given: Given): string =>
  hostOf(given) ?? (typeof given.source === 'string' && given.source !== '' ? given.source : usualSource);

export function incomingOf(record: RecordLine, facade: Facade, mode: Mode): Incoming {
  const { line, model, given } = record;
  const { resource: _, source: __, external_id: ___, ...fields } = given;
  const host = hostOf(given);
  const values = host === undefined ? fields : fieldsOf(given, model, facade, host);
  return {
    resource: model.name,
    externalId: host === undefined ? externalIdOf(given) : String(given.id),
    // An existing record gets none of the initial values.
    ...(mode === 'create' ? { fields: {}, initial: values } : { fields: values }),
    place: `line ${line}`,
  };
}

const externalIdOf = ({ external_id, ...line }: Given): string =>
  external_id === undefined || external_id === ''
    ? `line-${createHash('sha1').update(JSON.stringify(line)).digest('hex')}`
    : String(external_id);

/** Checks what finds the record again; other values are checked when it is written. */
export function checkIdentity(given: Given, source: string, line: number): void {
  if (sourceOf(given) !== source)
    throw new ImportFault(line, `The source is ${sourceOf(given)}, but that of the first line is ${source}.`);
  const { external_id: id = '' } = given;
  for (const [name, value] of Object.entries({ source, external_id: typeof id === 'number' ? String(id) : id })) {
    const { pattern = '', maxLength = 0 } = externalFields[name as keyof typeof externalFields].kind.schema as Limits;
    if (typeof value !== 'string' || !isStorable(value) || value.length > maxLength || !new RegExp(pattern).test(value))
      throw new ImportFault(line, `${name} is not valid: ${JSON.stringify(value).slice(0, 100)}.`);
  }
}

interface Limits {
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** Keys of a body that are the record's own, and say nothing to another calendar. */
const left = ['id', 'author', 'slug', 'parent'];

/** The fields of a body: linked records by their external IDs instead of by their IDs, and images by their URLs. */
function fieldsOf(body: Given, model: Model, facade: Facade, source: string): Given {
  const shape = facade.shapes.find((one) => one.model.name === model.name);
  const names = Object.keys(shape?.fields ?? {}).filter((name) => !left.includes(name) && body[name] !== undefined);
  return Object.fromEntries(
    names.flatMap((name): readonly [string, unknown][] => {
      const value = body[name];
      const target = model.links[name]?.target;
      if (target !== undefined) return [[name, linkedIn(value, target, facade, source)]];
      if (name === 'image') return isObject(value) && typeof value.url === 'string' ? [[name, value.url]] : [];
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

function linkedIn(value: unknown, target: string, facade: Facade, source: string): readonly Given[] {
  const shape = facade.shapes.find((one) => one.model.name === target);
  const known = Object.keys(shape?.fields ?? {}).filter((name) => !left.includes(name) && name !== 'image');
  return [value].flat().flatMap((item) => {
    if (!isObject(item) || typeof item.id !== 'number') return [];
    const own = known.filter((name) => typeof item[name] === 'string' && item[name] !== '');
    return [{ ...Object.fromEntries(own.map((name) => [name, item[name]])), source, external_id: String(item.id) }];
  });
}
