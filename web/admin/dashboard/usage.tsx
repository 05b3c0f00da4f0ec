// Use of the site in the last days.
import type { Statistics } from '../api/generated';
import { showNumber } from './numbers';
import { Plot } from './plot';
import { texts } from './texts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function Usage({ days }: Pick<Statistics, 'days'>) {
  const { pages, readers, feeds, api, mounts, total, most, noneYet, usage, usageNote } = texts();
  const dates = days.map(({ date }) => date);
  const views = days.map((day) => day.pages);
  const feedReaders = days.map((day) => day.feed_readers);
  const busiest = Math.max(0, ...feedReaders);
  const requests = days.map((day) => sum(Object.values(day.api)));
  const byMount = (['native', 'dropin', 'wordpress'] as const).map((mount) => ({
    label: mounts[mount],
    values: days.map((day) => day.api[mount]),
  }));
  return (
    <section aria-labelledby="dashboard-usage">
      <h2 id="dashboard-usage">{usage(days.length)}</h2>
      <p class="quiet-text">{usageNote}</p>
      <div class="dashboard-cards">
        <Plot
          title={pages}
          days={dates}
          values={views}
          detail={total(showNumber(sum(views)))}
          columns={[{ label: pages, values: views }]}
        />
        <Plot
          title={readers}
          days={dates}
          values={feedReaders}
          detail={busiest > 0 ? most(showNumber(busiest)) : noneYet}
          columns={[
            { label: readers, values: feedReaders },
            { label: feeds, values: days.map((day) => day.feeds) },
          ]}
        />
        <Plot title={api} days={dates} values={requests} detail={total(showNumber(sum(requests)))} columns={byMount} />
      </div>
    </section>
  );
}
