// The first records of a dry run, as they would be.
import { resourceAt, singularOf } from '../api/contract';
import { showDay, showMoment } from '../api/moment';
import { hrefOf } from '../router';
import { isWall } from '../widgets/wall-clock';
import type { Import } from './imports-api';
import { placeText } from './report';
import { Scrolled } from './scrolled';
import { texts } from './texts';
import type { Outcome } from './totals';

type Previewed = NonNullable<Import['preview']>[number];

const nameOf = ({ fields }: Previewed): string => {
  const { title, venue, organizer, name } = fields as Readonly<Record<string, unknown>>;
  return [title, venue, organizer, name].find((text): text is string => typeof text === 'string') ?? '';
};

/** A text with an offset stays as it is in the file. */
function startOf({ fields }: Previewed): string {
  const { start_date: start = '', all_day: allDay } = fields as Readonly<Record<string, unknown>>;
  if (!isWall(start)) return String(start);
  return allDay === true ? showDay(start) : showMoment(start);
}

/** Shown for a file with records of several resources. */
const kindOf = ({ resource }: Previewed): string => {
  const info = resourceAt(resource);
  return info ? singularOf(info) : resource;
};

function Name({ record }: { readonly record: Previewed }) {
  const { resource, id } = record;
  const hasPage = id !== undefined && resourceAt(resource) !== undefined;
  return hasPage ? <a href={hrefOf(`/${resource}/${id}`)}>{nameOf(record)}</a> : <span>{nameOf(record)}</span>;
}

export function Preview({ records }: { readonly records: readonly Previewed[] }) {
  const t = texts();
  if (records.length === 0) return null;
  const isMixed = new Set(records.map(({ resource }) => resource)).size > 1;
  return (
    <>
      <h3>{t.preview}</h3>
      <Scrolled label={t.preview}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.place}</th>
              <th scope="col">{t.record}</th>
              <th scope="col">{t.when}</th>
              <th scope="col">{t.result}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record, at) => (
              <tr key={at}>
                <td>{placeText(record.place)}</td>
                <td>
                  <Name record={record} />
                  {isMixed && <small class="quiet-text"> {kindOf(record)}</small>}
                </td>
                <td>{startOf(record)}</td>
                <td>{t.outcomes[record.result as Outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  );
}
