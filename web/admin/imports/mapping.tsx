// The columns of a CSV file: which field each of them fills, with the first values of the column.
import { fieldsOf, resourceAt } from '../api/contract';
import { humanised } from '../api/label';
import type { Choices, Import } from './imports-api';
import { Scrolled } from './scrolled';
import { texts } from './texts';

interface MappingProps {
  readonly csv: NonNullable<Import['csv']>;
  readonly mapping: Choices['mapping'];
  readonly onChange: (mapping: Choices['mapping']) => void;
}

const shownRows = 3;

/** As the form of the resource names it. */
export function fieldLabel(path: string, name: string): string {
  const resource = resourceAt(path);
  const field = resource && fieldsOf(resource.name).find((one) => one.name === name);
  return field?.label ?? texts().csvFields[name] ?? humanised(name);
}

export function Mapping({ csv, mapping, onChange }: MappingProps) {
  const t = texts();
  return (
    <>
      <h3>{t.columns}</h3>
      <p>{t.columnsText}</p>
      <Scrolled label={t.columns}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.column}</th>
              <th scope="col">{t.field}</th>
              <th scope="col">{t.firstRows}</th>
            </tr>
          </thead>
          <tbody>
            {csv.columns.map(({ name, field = '', guessed }, at) => (
              // Two columns of a file may have the same name.
              <tr key={at}>
                <th scope="row">{name}</th>
                <td>
                  <select
                    aria-label={`${t.field}: ${name}`}
                    value={mapping[name] ?? field}
                    onChange={(event) => onChange({ ...mapping, [name]: event.currentTarget.value })}
                  >
                    <option value="">{t.ignored}</option>
                    {csv.fields.map((one) => (
                      <option key={one} value={one}>
                        {fieldLabel(csv.resource, one)}
                      </option>
                    ))}
                  </select>
                  {guessed && mapping[name] === undefined && <small class="quiet-text">{t.guessed}</small>}
                </td>
                <td class="import-sample">
                  {csv.sample
                    .slice(0, shownRows)
                    .map((row) => row[at] ?? '')
                    .filter(Boolean)
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  );
}
