// Writes the native mount's document to docs/openapi.json, sorted and without examples, so that its changes can be reviewed. With
// --check fails when the file is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { version } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { anonymous } from '../src/core/actor.js';
import { standard } from '../src/core/site.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { openapiOf } from '../src/facades/openapi/document.js';

const [facade] = facadesOf(readConfig({}));
const site = {
  ...standard,
  name: 'Almanac',
  baseUrl: 'http://localhost:8080',
  uidHost: 'calendar.example',
  zone: 'UTC',
  perPage: 10,
  version,
};
const document = openapiOf({ actor: anonymous, facade, site, now: '2027-01-01 12:00:00' });

/** Property names, which may be any word. */
const isNamesOf = (key: string): boolean => key === 'properties' || key === 'schemas';

function stable(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => stable(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNames || !['example', 'examples'].includes(key));
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, stable(inner, isNamesOf(key))]),
  );
}

const text = `${JSON.stringify(stable(document), undefined, 1)}\n`;

const file = new URL('../docs/openapi.json', import.meta.url);
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/openapi.json is out of date: run npm run generate');
    process.exitCode = 1;
  }
} else {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
