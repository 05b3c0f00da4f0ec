// Decisions about records of a mirrored site, and undoing an import of them, are refused like other changes.
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyReport } from '../src/imports/report.js';
import { imports } from '../src/imports/tables.js';
import { event } from '../src/models/event/event.js';
import { onOneEngine } from './harness/engines.js';
import { importFile, lines } from './harness/import-files.js';
import { useWorld, word } from './harness/world.js';

const source = 'tec:https://old.example';

onOneEngine((engine) => {
  describe('a record of a mirrored site', () => {
    const world = useWorld(engine);
    let mirror = 0;
    beforeAll(async () => {
      const { now } = world.clock;
      const times = { started_utc: now, changed_utc: now, finished_utc: '' };
      const who = { user_id: 0, user_name: 'operator', options: { mirror: true }, position: {}, report: emptyReport };
      const run = { lease: {}, dry_run: false, preview: {} };
      mirror = await world.store.transact((writer) =>
        writer.insert(imports, {
          kind: 'tec',
          name: 'old.example',
          source,
          state: 'mirrored',
          ...who,
          ...times,
          ...run,
        }),
      );
    });

    const pending = async (): Promise<number> => {
      const { id } = await world.event({ status: 'pending' }, { as: 'contributor' });
      const values = { source, external_id: word('event:') };
      await world.store.transact((writer) => writer.update(event, id, values));
      return id;
    };
    const setMirror = (state: 'mirrored' | 'finished') =>
      world.store.transact((writer) => writer.update(imports, mirror, { state }));

    test('is neither approved nor rejected before the mirror is finished', async () => {
      const id = await pending();
      const decisions = [
        [`POST /events/${id}/approve`, {}],
        [`POST /events/${id}/reject`, { reason: 'Not ours.' }],
      ] as const;
      for (const as of ['editor', 'administrator'] as const) {
        for (const [request, body] of decisions) {
          const reply = await world.ask(request, { as, body });
          expect([reply.statusCode, reply.body.code], `${as} ${request}`).toEqual([409, 'rest_mirrored']);
        }
      }
      expect(await world.get(`/events/${id}`, { as: 'editor' })).toMatchObject({ status: 'pending' });
      await setMirror('finished');
      const approved = await world.ask(`POST /events/${id}/approve`, { as: 'editor', body: {} });
      expect([approved.statusCode, approved.body.event?.status]).toEqual([200, 'publish']);
      await setMirror('mirrored');
    });

    test('stays as it is when an import is undone, and the report says so', async () => {
      const [mine, theirs] = [word('Mine '), word('Theirs ')];
      const { body } = await importFile(
        world,
        lines('title,start_date', `${mine},2027-07-01 10:00`, `${theirs},2027-07-02 10:00`),
        { as: 'administrator' },
      );
      const found = await world.get(`/events?search=${encodeURIComponent(theirs)}`);
      const { id } = found.events[0];
      await world.store.transact((writer) => writer.update(event, id, { source, external_id: word('event:') }));
      const undone = await world.ask(`POST /imports/${body.id}/undo`, { as: 'administrator', body: {} });
      expect([undone.statusCode, undone.body.undone]).toEqual([200, { removed: 1, restored: 0, kept: 1 }]);
      expect(undone.body.report.warnings.mirrored).toMatchObject({ count: 1 });
      expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(200);
    });
  });
});
