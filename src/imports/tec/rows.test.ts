// Which IDs other lists show for rows of the newer list.
import { expect, test } from 'vitest';
import { EventRows, rowIn } from './rows.js';

const row = (id: number, number: number, slug: string) => rowIn({ id, occurrence_id: number, slug });

function rowsOf(seriesSlugs: readonly string[] = []): EventRows {
  const rows = new EventRows((slug) => seriesSlugs.includes(slug));
  const all = [
    row(505, 10_000_468, 'concert'),
    row(1_388, 10_001_529, 'choir'),
    row(1_388, 10_001_530, 'choir'),
    row(700, 10_000_700, ''),
    row(701, 10_000_701, ''),
    row(900, 10_000_900, 'once'),
  ];
  for (const one of [...all, rowIn({ id: 42, slug: 'plain' })]) rows.add(one);
  return rows;
}

test('a single event has the ID of its post, drafts without a slug too, and a date that of its row', () => {
  const rows = rowsOf();
  const listed = [10_000_468, 10_001_529, 10_001_530, 10_000_700, 10_000_701, 42].map((id) => rows.listedId(id));
  expect(listed).toEqual([505, 10_001_529, 10_001_530, 700, 701, 42]);
  expect([rows.seriesOf('choir')?.id, rows.seriesOf('concert')?.id, rows.seriesOf('')?.id]).toEqual([
    1_388,
    undefined,
    undefined,
  ]);
  expect([rows.isSeriesPost(1_388), rows.isSeriesPost(505)]).toEqual([true, false]);
});

test('the only row of a post is a date if other lists show its slug under the number of a row', () => {
  expect([rowsOf().listedId(10_000_900), rowsOf(['once']).listedId(10_000_900)]).toEqual([900, 10_000_900]);
  expect([rowsOf().seriesOf('once')?.id, rowsOf(['once']).seriesOf('once')?.id]).toEqual([undefined, 900]);
});

test('a series without a slug is found by its post', () => {
  const rows = rowsOf();
  rows.add(row(700, 10_000_702, ''));
  expect([rows.seriesOf('#700')?.id, rows.seriesOf('#701')?.id]).toEqual([700, undefined]);
});
