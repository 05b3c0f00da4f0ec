// Settings: values that are accepted and rejected, the earlier name of a setting, and warnings about unknown names.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { unknownSettings } from '../src/cli/setting-warnings.js';
import { readConfig } from '../src/config.js';
import { cleanUp, newFolder, run, runProcess, serve } from './harness/program.js';

afterEach(cleanUp);

describe('a renamed setting', () => {
  it('is read under its new name, its earlier name and its default, in this order', () => {
    expect(readConfig({}).apiNamespace).toBe('cal');
    expect(readConfig({ ALMANAC_BRAND: 'old' }).apiNamespace).toBe('old');
    expect(readConfig({ ALMANAC_BRAND: 'old', ALMANAC_API_NAMESPACE: 'new' }).apiNamespace).toBe('new');
  });

  it('is rejected under the name that was used', () => {
    expect(() => readConfig({ ALMANAC_BRAND: 'Old Town' })).toThrow(
      'ALMANAC_BRAND must be a word of lower-case letters, digits and hyphens, not "Old Town".',
    );
    expect(() => readConfig({ ALMANAC_BRAND: 'old', ALMANAC_API_NAMESPACE: '' })).toThrow('ALMANAC_API_NAMESPACE must');
  });

  it('serves the old API path and warns with the new name', async () => {
    const server = await serve([], { data: newFolder(), environment: { ALMANAC_BRAND: 'town' } });
    expect((await fetch(`${server.url}/town/events/v1/events`)).status).toBe(200);
    expect((await fetch(`${server.url}/cal/events/v1/events`)).status).toBe(404);
    const { stderr } = await server.stop();
    expect(stderr).toContain('Warning: ALMANAC_BRAND is now ALMANAC_API_NAMESPACE. The old name still works');
  });

  it('keeps its source in the output of config, also under its earlier name', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, '.env'), 'ALMANAC_BRAND=town\n');
    const { stdout, stderr } = await runProcess(['config'], { data: newFolder(), cwd });
    expect(stdout).toMatch(/^ALMANAC_API_NAMESPACE +town +\.env +cal /m);
    expect(stdout).not.toContain('ALMANAC_BRAND');
    expect(stderr).toContain('Warning: ALMANAC_BRAND is now ALMANAC_API_NAMESPACE.');
  });

  it('is ignored with a warning under its earlier name when both names are set', async () => {
    const environment = { ALMANAC_BRAND: 'old', ALMANAC_API_NAMESPACE: 'new' };
    const { stdout, stderr } = await run(['config'], { data: newFolder(), environment });
    expect(stdout).toMatch(/^ALMANAC_API_NAMESPACE +new +environment /m);
    expect(stderr).toBe('Warning: ALMANAC_BRAND is ignored, because ALMANAC_API_NAMESPACE is set\n');
  });
});

describe('unknown settings', () => {
  it.each([
    ['ALMANAC_PRT', 'Unknown setting ALMANAC_PRT. Did you mean ALMANAC_PORT?'],
    ['ALMANAC_DATABASE_URI', 'Unknown setting ALMANAC_DATABASE_URI. Did you mean ALMANAC_DATABASE_URL?'],
    ['ALMANAC_CORS_ORIGIN', 'Unknown setting ALMANAC_CORS_ORIGIN. Did you mean ALMANAC_CORS_ORIGINS?'],
    ['ALMANAC_SOMETHING', 'Unknown setting ALMANAC_SOMETHING'],
  ])('are reported, with a suggestion where a name is close: %s', (name, text) => {
    expect(unknownSettings({ [name]: 'x', ALMANAC_PORT: '1', ALMANAC_BRAND: 'a', PATH: '/bin' })).toEqual([text]);
  });
});

describe('invalid values', () => {
  it.each([
    ['ALMANAC_BASE_URL', 'calendar.example', 'must be empty or a URL that begins with http:// or https://'],
    ['ALMANAC_GEOCODER_URL', 'ftp://a.example', 'must be empty or a URL that begins with http:// or https://'],
    ['ALMANAC_LANGUAGES', 'english!', 'must be language codes separated by commas, such as en,fr'],
    ['ALMANAC_CACHE', 'maybe', 'must be on or off'],
    ['ALMANAC_DATA', ' ', 'must be the path of a folder'],
    ['ALMANAC_LOG_LEVEL', 'loud', 'must be one of silent, error, warn, info, debug'],
  ])('are rejected with the values that are accepted: %s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} ${message}, not "${value}".`);
  });

  it.each([
    ['ALMANAC_DATABASE_URL', 'mysql://u:hunter2@h/d'],
    ['ALMANAC_DATABASE_REPLICAS', 'postgres://h/d,mysql://u:hunter2@h/d'],
    ['ALMANAC_MEDIA_URL', 'https://u:hunter2@h/bucket'],
  ])('of secrets are not repeated: %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be (?!.*hunter2)`));
  });
});
