// Texts designed to be slow, against ordinary text of the same size: CPU time to write, read and show them. Reports the
// worst text of each kind of request.
import { now as currentTime } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { ordinaryText, shapes } from '../../tests/harness/shapes.js';
import { databaseOf } from '../measure/load.js';
import { cpuOf, cpuOfAll } from '../measure/process.js';
import { alternate, type Ratio, ratioOf, type Side } from '../measure/rounds.js';
import { mount, type Service, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

/** Bytes: every text of the first size is stored (`&` grows to five characters), every one of the second is rejected. */
const [stored, rejected] = [40_000, 500_000];

export async function editorHeaders(fixture: Fixture): Promise<Readonly<Record<string, string>>> {
  const engine = fixture.open();
  try {
    const password = await addApplicationPassword(openStore(engine, registry), 'editor', 'texts', currentTime());
    const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
    return { authorization, 'content-type': 'application/json' };
  } finally {
    await engine.close();
  }
}

interface Writer {
  readonly create: (description: string) => Promise<{ readonly id: number; readonly url: string }>;
  readonly update: (id: number, description: string) => Promise<Response>;
}

function writerFor({ url }: Service, headers: Readonly<Record<string, string>>): Writer {
  const send = async (path: string, method: string, fields: object): Promise<Response> =>
    fetch(`${url}${mount}/events${path}`, { method, headers, body: JSON.stringify(fields) });
  const when = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00', status: 'publish' };
  return {
    create: async (description) => {
      const reply = await send('', 'POST', { title: 'A text', ...when, description });
      if (reply.status !== 201) throw new Error(`${reply.status}: ${await reply.text()}`);
      return (await reply.json()) as { id: number; url: string };
    },
    update: (id, description) => send(`/${id}`, 'PATCH', { description }),
  };
}

/** CPU time of one request in microseconds, of the service and its database together. */
const cpuPerRequest =
  (pid: number, database: number | undefined, times: number, send: (turn: number) => Promise<Response>): Side =>
  async (round) => {
    const used = () => cpuOf(pid) + (database ? cpuOfAll(database) : 0);
    const before = used();
    for (let turn = 0; turn < times; turn++) await (await send(round * 1_000 + turn)).arrayBuffer();
    return { cpu: ((used() - before) * 1_000_000) / times };
  };

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const headers = await editorHeaders(fixture);
  const service = await startService(fixture, { cache: false });
  const writer = writerFor(service, headers);
  const worst = new Map<string, { readonly shape: string; readonly ratio: Ratio }>();
  const compareCpu = async (
    label: string,
    shape: string,
    times: number,
    ours: SendRequest,
    baseline: SendRequest,
  ): Promise<void> => {
    const side = (send: SendRequest) => cpuPerRequest(service.pid, databaseOf(fixture), times, send);
    const ratio = ratioOf(await alternate(3, side(ours), side(baseline)), 'cpu');
    if (ratio.median > (worst.get(label)?.ratio.median ?? 0)) worst.set(label, { shape, ratio });
  };
  try {
    const plain = await writer.create(ordinaryText(stored));
    for (const [name, textOf] of Object.entries(shapes)) {
      const made = await writer.create(textOf(stored));
      const times = bench.quick ? 2 : 5;
      // A number after each text, so that no two are equal.
      const write = (id: number, text: string) => (turn: number) => writer.update(id, `${text}${turn}`);
      const read = (id: number) => () => fetch(`${service.url}${mount}/events/${id}`);
      const show = (url: string) => () => fetch(service.url + new URL(url).pathname);
      await compareCpu('write', name, times, write(made.id, textOf(stored)), write(plain.id, ordinaryText(stored)));
      await compareCpu('read', name, times * 3, read(made.id), read(plain.id));
      await compareCpu('page', name, times * 3, show(made.url), show(plain.url));
      await compareCpu(
        'too large',
        name,
        times,
        write(made.id, textOf(rejected)),
        write(plain.id, ordinaryText(rejected)),
      );
    }
  } finally {
    await service.stop();
  }
  for (const [label, { shape, ratio }] of worst)
    bench.row({ label, fixture, unit: 'µs CPU each', ratio, goal: { max: 5 }, note: `worst shape: ${shape}` });
}

type SendRequest = (turn: number) => Promise<Response>;

export const texts: Scenario = {
  name: 'texts',
  about: 'Descriptions designed to be slow, against ordinary text of the same size',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
