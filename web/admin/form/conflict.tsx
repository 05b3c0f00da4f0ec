// An edit conflict (412): both versions of each field that two users changed, to choose from. Nothing is overwritten
// without being shown.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FieldInfo } from '../api/contract';
import { showUtc } from '../api/moment';
import { valueText } from '../history/value';
import { Button } from '../ui/button';
import { languageName } from './fields';
import { type Choice, type Choices, type Merged, resolved } from './merge';
import { texts } from './texts';
import type { Values } from './values';

interface ConflictProps {
  /** “this event” */
  readonly subject: string;
  readonly merged: Merged;
  /** Stored values. */
  readonly theirs: Values;
  readonly fields: readonly FieldInfo[];
  readonly busy: boolean;
  readonly onResolve: (changes: Values, save: boolean) => void;
}

const fieldOf = (fields: readonly FieldInfo[], key: string): FieldInfo | undefined =>
  fields.find(({ name }) => name === key.split('@')[0]);

const labelOf = (fields: readonly FieldInfo[], key: string): string => {
  const [name = '', language] = key.split('@');
  const label = fieldOf(fields, key)?.label ?? name;
  return language ? `${label} (${languageName(language)})` : label;
};

function ValueText({ field, value }: { readonly field: FieldInfo | undefined; readonly value: unknown }) {
  return <>{valueText(field, value) || <em>{texts().empty}</em>}</>;
}

export function Conflict({ subject, merged, theirs, fields, busy, onResolve }: ConflictProps) {
  const [choices, setChoices] = useState<Choices>({});
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: 'start' });
  }, [merged]);
  const { by, title: unnamed } = texts().conflict;
  const { author } = merged;
  const title = author ? by(author.name, subject, showUtc(author.date_utc)) : unnamed(subject);
  const { clashes, taken } = merged;
  const open = clashes.some(({ key }) => choices[key] === undefined);
  const all = (choice: Choice) => setChoices(Object.fromEntries(clashes.map(({ key }) => [key, choice])));
  const finish = (save: boolean) => onResolve(resolved(merged, choices), save);
  return (
    <section class="conflict" role="alert" aria-label={title} ref={panel} tabIndex={-1}>
      <h2>{title}</h2>
      <p>{clashes.length ? texts().conflict.choose : texts().conflict.review}</p>
      {clashes.map(({ key, theirs: other, yours }) => {
        const field = fieldOf(fields, key);
        return (
          <fieldset key={key} class="clash">
            <legend>{labelOf(fields, key)}</legend>
            {(['theirs', 'yours'] as const).map((side) => (
              <label key={side} class={choices[key] === side ? 'side-choice chosen-side' : 'side-choice'}>
                <input
                  type="radio"
                  name={`clash-${key}`}
                  checked={choices[key] === side}
                  onChange={() => setChoices({ ...choices, [key]: side })}
                />
                <span>
                  <strong>{texts().conflict[side]}</strong>
                  <span class="value-text">
                    <ValueText field={field} value={side === 'theirs' ? other : yours} />
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
      {taken.length > 0 && (
        <>
          <p>{texts().conflict.alsoChanged}</p>
          <ul class="taken">
            {taken.map((key) => (
              <li key={key}>
                {texts().conflict.value(labelOf(fields, key))}
                <ValueText field={fieldOf(fields, key)} value={theirs[key]} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="buttons">
        <Button kind="primary" busy={busy} disabled={open} onClick={() => finish(true)}>
          {texts().save}
        </Button>
        <Button disabled={open} onClick={() => finish(false)}>
          {texts().conflict.continue}
        </Button>
        {clashes.length > 1 && (
          <>
            <Button kind="quiet" onClick={() => all('theirs')}>
              {texts().conflict.allTheirs}
            </Button>
            <Button kind="quiet" onClick={() => all('yours')}>
              {texts().conflict.allYours}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
