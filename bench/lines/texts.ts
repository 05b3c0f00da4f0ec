// Texts that are made to be slow, against ordinary text of the same size: what writing, reading and showing them takes
// of a core. Told is the worst of them all.
import { now as present } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { ordinaryText, shapes } from '../../tests/harness/shapes.js';
import { databaseOf } from '../measure/load.js';
import { cpuOf, cpuOfAll } from '../measure/process.js';
import { alternate, type Ratio, ratioOf, type Side } from '../measure/rounds.js';
import { mount, type Service, startService } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Line, smallestSize } from './line.js';

/** Bytes: every shape of the first size is stored (`&` grows to five letters), and none of the second is. */
const [stored, refused] = [40_000, 500_000];

async function editorOf(ground: Ground): Promise<Readonly<Record<string, string>>> {
  const engine = ground.open();
  try {
    const password = await addApplicationPassword(openStore(engine, registry), 'editor', 'texts', present());
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

/** What one request takes of a core, in microseconds, of the service and its database together. */
const spending =
  (pid: number, database: number | undefined, times: number, ask: (turn: number) => Promise<Response>): Side =>
  async (round) => {
    const used = () => cpuOf(pid) + (database ? cpuOfAll(database) : 0);
    const before = used();
    for (let turn = 0; turn < times; turn++) await (await ask(round * 1_000 + turn)).arrayBuffer();
    return { cpu: ((used() - before) * 1_000_000) / times };
  };

async function compare(bench: Bench, ground: Ground): Promise<void> {
  const headers = await editorOf(ground);
  const service = await startService(ground, { cache: false });
  const writer = writerFor(service, headers);
  const worst = new Map<string, { readonly shape: string; readonly ratio: Ratio }>();
  const hold = async (what: string, shape: string, times: number, ours: Ask, baseline: Ask): Promise<void> => {
    const side = (ask: Ask) => spending(service.pid, databaseOf(ground), times, ask);
    const ratio = ratioOf(await alternate(3, side(ours), side(baseline)), 'cpu');
    if (ratio.middle > (worst.get(what)?.ratio.middle ?? 0)) worst.set(what, { shape, ratio });
  };
  try {
    const plain = await writer.create(ordinaryText(stored));
    for (const [name, textOf] of Object.entries(shapes)) {
      const made = await writer.create(textOf(stored));
      const times = bench.quick ? 2 : 5;
      // A number behind each text, so that no two are the same.
      const write = (id: number, text: string) => (turn: number) => writer.update(id, `${text}${turn}`);
      const read = (id: number) => () => fetch(`${service.url}${mount}/events/${id}`);
      const show = (url: string) => () => fetch(service.url + new URL(url).pathname);
      await hold('write', name, times, write(made.id, textOf(stored)), write(plain.id, ordinaryText(stored)));
      await hold('read', name, times * 3, read(made.id), read(plain.id));
      await hold('page', name, times * 3, show(made.url), show(plain.url));
      await hold('too large', name, times, write(made.id, textOf(refused)), write(plain.id, ordinaryText(refused)));
    }
  } finally {
    await service.stop();
  }
  for (const [what, { shape, ratio }] of worst)
    bench.row({ what, ground, unit: 'µs CPU each', ratio, goal: { most: 5 }, note: `worst shape: ${shape}` });
}

type Ask = (turn: number) => Promise<Response>;

export const texts: Line = {
  name: 'texts',
  about: 'Descriptions that are made to be slow, against ordinary text of the same size',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.ground(engine, smallestSize(bench)));
  },
};
