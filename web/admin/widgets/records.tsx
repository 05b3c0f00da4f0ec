// Links several records in order, found by name or created in a dialog.
import { useState } from 'preact/hooks';
import { newOf, singularOf, withArticle } from '../api/contract';
import { nameOf } from '../api/records';
import { may } from '../api/session';
import { RecordDialog } from '../form/record-dialog';
import { IconButton } from '../ui/button';
import { Combobox } from './combobox';
import { findRecords, hintIn, nameById, remember, sourceNamed } from './record-search';
import { TextWidget } from './text';
import { texts } from './texts';
import { controlProps, type WidgetProps } from './widget';

export const idsIn = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map(Number).filter((id) => id > 0);

const moved = (ids: readonly number[], at: number, step: number): readonly number[] => {
  const rest = ids.filter((_, place) => place !== at);
  return [...rest.slice(0, at + step), ...ids.slice(at, at + 1), ...rest.slice(at + step)];
};

export function RecordsWidget(props: WidgetProps) {
  const { field, value, onChange } = props;
  const [creating, setCreating] = useState<string>();
  const source = sourceNamed(field.input.resource);
  if (!source) return <TextWidget {...props} />;
  const ids = idsIn(value);
  const noun = singularOf(source);
  const options = async (typed: string) => {
    const records = await findRecords(source, typed);
    const found = records
      .filter(({ id }) => !ids.includes(id))
      .map((record) => ({ key: String(record.id), label: nameOf(source, record), hint: hintIn(record) }));
    const created = {
      key: `new:${typed}`,
      label: typed ? `${texts().named(newOf(source), typed)}…` : `${newOf(source)}…`,
      creates: true,
    };
    return may(source.right) ? [...found, created] : found;
  };
  return (
    <div class="stack">
      {ids.length > 0 && (
        <ol class="chosen">
          {ids.map((id, at) => (
            <li key={id}>
              <span>{nameById(source, id)}</span>
              {at > 0 && (
                <IconButton
                  icon="up"
                  label={texts().moveUp(nameById(source, id))}
                  onClick={() => onChange(moved(ids, at, -1))}
                />
              )}
              <IconButton
                icon="close"
                label={texts().removeItem(nameById(source, id))}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ol>
      )}
      <Combobox
        control={controlProps(props)}
        placeholder={ids.length ? texts().addAnother(noun) : texts().searchOrCreate(withArticle(source))}
        options={options}
        onPick={({ key, creates }) => (creates ? setCreating(key.slice(4)) : onChange([...ids, Number(key)]))}
      />
      {creating !== undefined && (
        <RecordDialog
          resource={source}
          initial={creating ? { [source.label]: creating } : {}}
          onDone={(record) => {
            remember(source, [record]);
            setCreating(undefined);
            onChange([...ids, record.id]);
          }}
          onClose={() => setCreating(undefined)}
        />
      )}
    </div>
  );
}
