// One changed field: the difference of texts word by word, other values before and after.

import { differenceOf } from './diff';
import type { FieldChange } from './revisions-api';
import { texts } from './texts';
import { fieldIn, labelOf, valueText } from './value';

interface ChangeProps {
  /** Path of the resource. */
  readonly path: string;
  readonly change: FieldChange;
}

/** Shorter values are shown one below the other. */
const longTextLength = 40;

export function Change({ path, change }: ChangeProps) {
  const label = labelOf(path, change.field);
  return (
    <>
      <dt>
        {label}
        {change.language && <span class="quiet-text"> ({change.language})</span>}
      </dt>
      <dd>{change.secret ? <em>{texts().secret}</em> : <Values path={path} change={change} />}</dd>
    </>
  );
}

function Values({ path, change }: ChangeProps) {
  const field = fieldIn(path, change.field);
  const [before, after] = [valueText(field, change.before), valueText(field, change.after)];
  const isText = typeof (change.after ?? change.before) === 'string';
  if (isText && before && after && Math.max(before.length, after.length) > longTextLength)
    return <Difference before={before} after={after} />;
  return (
    <>
      <del>
        <span class="unseen">{texts().before}: </span>
        {before || <em>{texts().empty}</em>}
      </del>
      <span aria-hidden="true"> → </span>
      <ins>
        <span class="unseen">{texts().after}: </span>
        {after || <em>{texts().empty}</em>}
      </ins>
    </>
  );
}

const Difference = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <p class="difference">
    {differenceOf(before, after).map(({ text, kind }, at) => {
      if (kind === 'same') return <span key={at}>{text}</span>;
      const Mark = kind === 'removed' ? 'del' : 'ins';
      return <Mark key={at}>{text}</Mark>;
    })}
  </p>
);
