// The first records of a dry run, as they would be.
import { resourceAt } from '../api/contract';
import { hrefOf } from '../router';
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

function Name({ record }: { readonly record: Previewed }) {
  const { resource, id } = record;
  const hasPage = id !== undefined && resourceAt(resource) !== undefined;
  return hasPage ? <a href={hrefOf(`/${resource}/${id}`)}>{nameOf(record)}</a> : <span>{nameOf(record)}</span>;
}

export function Preview({ records }: { readonly records: readonly Previewed[] }) {
  const t = texts();
  if (records.length === 0) return null;
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
                </td>
                <td>{String((record.fields as Readonly<Record<string, unknown>>).start_date ?? '')}</td>
                <td>{t.outcomes[record.result as Outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  );
}
