// The report of an import or of a dry run: counts by resource, warnings with their first places.
import { pluralOf, resourceAt } from '../api/contract';
import { textsOf } from '../i18n/texts';
import type { Import } from './imports-api';
import { Scrolled } from './scrolled';
import { texts } from './texts';
import { outcomes } from './totals';

const warningKinds = textsOf('warningKinds');

const resourceName = (path: string): string => {
  const info = resourceAt(path);
  return info ? pluralOf(info) : path;
};

/** Lines are translated; other places are named as the source names them. */
export const placeText = (place: string): string => {
  const line = /^line (\d+)$/.exec(place)?.[1];
  return line === undefined ? place : texts().line(line);
};

export function Report({ report }: Pick<Import, 'report'>) {
  const t = texts();
  const counts = Object.entries(report.counts);
  const warnings = Object.entries(report.warnings);
  return (
    <>
      {report.error !== undefined && <p class="error">{t.errors[report.error] ?? report.error}</p>}
      {counts.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <Scrolled label={t.report}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.resource}</th>
                {outcomes.map((outcome) => (
                  <th key={outcome} scope="col">
                    {t.outcomes[outcome]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map(([path, byOutcome]) => (
                <tr key={path}>
                  <th scope="row">{resourceName(path)}</th>
                  {outcomes.map((outcome) => (
                    <td key={outcome}>{byOutcome[outcome] ?? 0}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
      {warnings.length > 0 && <h3>{t.warnings}</h3>}
      {warnings.map(([kind, { count, examples }]) => (
        <details key={kind} class="import-warning" open={warnings.length < 4}>
          <summary>{t.warning(warningKinds()[kind] ?? kind, count)}</summary>
          <ul>
            {examples.map(({ place, text }) => (
              <li key={`${place} ${text}`}>
                <strong>{placeText(place)}</strong> {text}
              </li>
            ))}
            {count > examples.length && <li>{t.more(count - examples.length)}</li>}
          </ul>
        </details>
      ))}
    </>
  );
}
