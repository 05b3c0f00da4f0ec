// A bar chart of numbers by day as SVG, with the same numbers as a table.
import { useId } from 'preact/hooks';
import { showShortDay } from '../api/moment';
import { showNumber } from './numbers';
import { texts } from './texts';

export interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

interface PlotProps {
  readonly title: string;
  /** `YYYY-MM-DD`, the oldest first. */
  readonly days: readonly string[];
  /** The bars. */
  readonly values: readonly number[];
  /** One line below the title, such as the total. */
  readonly detail: string;
  /** Columns of the table. */
  readonly columns: readonly Series[];
}

const width = 280;
const height = 96;

/** At least a visible line for a day with any number. */
const barHeight = (value: number, most: number): number =>
  value === 0 ? 0 : Math.max(2, Math.round((value / most) * height));

export function Plot({ title, days, values, detail, columns }: PlotProps) {
  const id = useId();
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, days.length);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <section class="card plot" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p class="quiet-text">{detail}</p>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-summary`}>
        <title id={`${id}-summary`}>{texts().summary(title, showShortDay(first), showShortDay(last), detail)}</title>
        <line class="base" x1="0" x2={width} y1={height} y2={height} />
        {values.map((value, at) => (
          <rect
            key={days[at]}
            x={at * step + step * 0.15}
            width={step * 0.7}
            y={height - barHeight(value, most)}
            height={barHeight(value, most)}
          >
            <title>{`${showShortDay(days[at] ?? '')}: ${showNumber(value)}`}</title>
          </rect>
        ))}
      </svg>
      <p class="plot-days quiet-text" aria-hidden="true">
        <span>{showShortDay(first)}</span>
        <span>{showShortDay(last)}</span>
      </p>
      <details>
        <summary>{texts().asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts().day}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, at) => (
              <tr key={day}>
                <th scope="row">{showShortDay(day)}</th>
                {columns.map(({ label, values: numbers }) => (
                  <td key={label}>{showNumber(numbers[at] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
