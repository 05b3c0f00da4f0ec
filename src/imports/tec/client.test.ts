// Where the credentials of the old site may go after a redirect.
import { describe, expect, test } from 'vitest';
import type { GuardedRequest } from '../../net/fetch.js';
import { openSite } from './client.js';
import { defaultTecOptions, type TecOptions } from './options.js';

const index = Buffer.from(JSON.stringify({ namespaces: ['wp/v2', 'tribe/events/v1'] }));
const credentials = { user: 'ada', password: 'secret' };

/** Opens a site that redirects to another address, and asks it for its events. */
async function opened(site: string, answering: string, given: Partial<TecOptions> = credentials) {
  const sent: (string | undefined)[] = [];
  const request: GuardedRequest = async (address, { headers = {} }) => {
    sent.push(headers.authorization);
    const { pathname, search } = new URL(address);
    return { status: 200, headers: {}, bytes: index, url: new URL(answering + pathname + search) };
  };
  const options = { ...defaultTecOptions, rate: 1_000_000, site, ...given };
  const { client } = await openSite(options, { request });
  await client.get('tribe/events/v1/events');
  return { base: client.base.href, sent };
}

describe('credentials', () => {
  const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

  test.each([
    ['http://old.example', 'https://old.example'],
    ['https://old.example', 'https://www.old.example'],
    ['https://www.old.example', 'https://old.example'],
  ])('follow from %s to %s, and are not sent before', async (site, answering) => {
    expect(await opened(site, answering)).toEqual({ base: `${answering}/`, sent: [undefined, basic] });
  });

  test.each([
    ['https://old.example', 'http://old.example'],
    ['https://old.example', 'http://www.old.example'],
    ['https://old.example', 'https://other.example'],
    ['http://old.example', 'https://old.example.org'],
  ])('do not follow from %s to %s', async (site, answering) => {
    await expect(opened(site, answering)).rejects.toThrow(`The site redirects to ${answering}.`);
  });

  test('are not needed to follow anywhere', async () => {
    const { sent } = await opened('https://old.example', 'http://other.example', {});
    expect(sent).toEqual([undefined, undefined]);
  });
});
