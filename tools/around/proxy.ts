// nginx with the shipped configuration, TLS and HTTP/2 in front of two nodes: pages, uploads, a long import and a long feed.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startChild } from '../../tests/harness/child.js';
import { startNginx } from '../../tests/harness/nginx.js';
import type { Tried } from './clock.js';
import { addAdministrator } from './site.js';

const lines = 20_000;

interface Fetched {
  readonly status: number;
  readonly version: string;
  readonly bytes: number;
  readonly text: string;
}

/** curl, because `fetch` has no HTTP/2. */
async function fetchBy(folder: string, url: string, ...options: readonly string[]): Promise<Fetched> {
  const format = '\n%{http_code} %{http_version} %{size_download}';
  const curl = spawn('curl', [
    '-sS',
    '--http2',
    '--compressed',
    '--cacert',
    join(folder, 'certificate.pem'),
    '-w',
    format,
    ...options,
    url,
  ]);
  const chunks: Buffer[] = [];
  curl.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  let errors = '';
  curl.stderr.on('data', (text) => {
    errors += text;
  });
  await once(curl, 'close');
  const output = Buffer.concat(chunks).toString();
  const [, text = '', status, version = '', bytes] = /^(.*)\n(\d+) ([\d.]+) (\d+)$/s.exec(output) ?? [];
  return { status: Number(status), version, bytes: Number(bytes), text: text || errors };
}

const makeCertificate = (folder: string) =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  );

export async function tryProxy(): Promise<Tried> {
  const faults: string[] = [];
  let tries = 0;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-proxy-'));
  makeCertificate(folder);
  const settings = { ALMANAC_DATA: join(folder, 'data'), ALMANAC_TRUST_PROXY: 'on' };
  const headers = await addAdministrator(settings);
  const nodes = [await startChild(settings), await startChild(settings)] as const;
  const portOf = ({ address }: { readonly address: string }) => Number(new URL(address).port);
  const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const nginx = await startNginx([portOf(nodes[0]), portOf(nodes[1])], tls);
  const ask = async (
    name: string,
    path: string,
    isRight: (found: Fetched) => boolean,
    ...options: readonly string[]
  ) => {
    tries++;
    const found = await fetchBy(folder, `${nginx.address}${path}`, ...options);
    if (!isRight(found) || found.version !== '2')
      faults.push(
        `nginx: ${name}: ${found.status} by HTTP/${found.version}, ${found.bytes} bytes: ${found.text.slice(0, 300)}`,
      );
    return found;
  };
  const auth = ['-H', `authorization: ${headers.authorization}`];
  const api = '/cal/events/v1';
  try {
    const file = join(folder, 'lines.ndjson');
    const line = (number: number) =>
      JSON.stringify({
        type: 'event',
        source: 'proxy',
        external_id: String(number),
        title: `Event ${number}`,
        description: `<p>${'A long text. '.repeat(20)}</p>`,
        start_date: '2031-05-01 10:00:00',
        end_date: '2031-05-01 12:00:00',
      });
    writeFileSync(file, `${Array.from({ length: lines }, (_, at) => line(at + 1)).join('\n')}\n`);
    const imported = await ask(
      'a long import',
      `${api}/import.ndjson`,
      ({ status, text }) => status === 200 && /"done":true/.test(text),
      ...auth,
      ...['-H', 'content-type: application/x-ndjson', '-T', file, '-X', 'POST'],
    );
    console.log(
      `import through nginx: ${imported.bytes} bytes, ${imported.text.trim().split('\n').at(-1)?.slice(0, 200)}`,
    );
    const feed = await ask(
      'a long feed',
      `${api}/events.ics`,
      ({ status, text }) =>
        status === 200 && text.trimEnd().endsWith('END:VCALENDAR') && text.split('BEGIN:VEVENT').length === lines + 1,
    );
    console.log(`feed through nginx: ${feed.bytes} bytes compressed, ${feed.text.length} characters`);
    for (const path of ['/', '/events', '/admin', '/docs', '/healthz', '/sitemap.xml', `${api}/events?per_page=50`])
      await ask(path, path, ({ status }) => status === 200, '-L');
    const image = join(folder, 'image.png');
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    await sharp({ create: { width: 1_600, height: 1_600, channels: 3, background: 'black', noise } })
      .png()
      .toFile(image);
    const upload = ['-H', 'content-type: image/png', '-H', 'content-disposition: attachment; filename="a.png"'];
    const stored = await ask(
      'an upload',
      `${api}/media`,
      ({ status }) => status === 201,
      ...auth,
      ...upload,
      '--data-binary',
      `@${image}`,
    );
    const address =
      stored.status === 201 ? new URL(JSON.parse(stored.text).url ?? JSON.parse(stored.text).source_url) : undefined;
    if (address?.protocol !== 'https:') faults.push(`nginx: the URL of an image begins with ${address?.protocol}`);
    if (address) await ask('the image', address.pathname, ({ status, bytes }) => status === 200 && bytes > 1_000);
    const large = join(folder, 'large');
    writeFileSync(large, Buffer.alloc(21 * 2 ** 20));
    await ask(
      'an upload that is too large',
      `${api}/media`,
      ({ status, text }) => status === 413 && text.startsWith('{'),
      ...auth,
      ...upload,
      '--data-binary',
      `@${large}`,
    );
  } finally {
    await nginx.stop();
    for (const node of nodes) await node.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return { faults, tries };
}
