// Terms: checkboxes for a tree such as categories, otherwise search and create, as for tags.

import { useState } from 'preact/hooks';
import { newOf, pluralOf, type ResourceInfo } from '../api/contract';
import { allRecords, listRecords, nameOf } from '../api/records';
import { may } from '../api/session';
import { flattenTree } from '../collection/tree';
import { RecordDialog } from '../form/record-dialog';
import { withinSentence } from '../i18n/contract';
import { Button, IconButton } from '../ui/button';
import { useLoaded } from '../ui/load';
import { Combobox } from './combobox';
import { findRecords, nameById, remember, sourceNamed } from './record-search';
import { TextWidget } from './text';
import { texts } from './texts';
import { controlProps, type WidgetProps } from './widget';

/** An id, or the name of a term that is created when the record is saved. */
type Term = number | string;

const termsIn = (value: unknown): readonly Term[] =>
  Array.isArray(value) ? value.filter((term) => typeof term === 'number' || typeof term === 'string') : [];

const maxCheckboxes = 200;

type TermProps = WidgetProps & { readonly source: ResourceInfo };

const mayCreate = ({ source, context }: TermProps): boolean => context.creates !== false && may(source.right);

export function TermsWidget(props: WidgetProps) {
  const source = sourceNamed(props.field.input.resource);
  if (!source) return <TextWidget {...props} />;
  return source.tree ? <TermTree {...props} source={source} /> : <TermSearch {...props} source={source} />;
}

/** All terms; undefined if there are too many for checkboxes. */
async function allOf(source: ResourceInfo) {
  const { total } = await listRecords(source, { per_page: 1 });
  return { terms: total > maxCheckboxes ? undefined : await allRecords(source, {}) };
}

function TermTree(props: TermProps) {
  const { id, value, onChange, source } = props;
  const [creating, setCreating] = useState(false);
  const { value: all, error, reload } = useLoaded(() => allOf(source), [source]);
  if (error || (all && !all.terms)) return <TermSearch {...props} />;
  const chosen = termsIn(value);
  const shown = flattenTree(all?.terms ?? [], source.tree ?? '');
  const tick = (term: number) =>
    onChange(chosen.includes(term) ? chosen.filter((other) => other !== term) : [...chosen, term]);
  return (
    <div class="stack">
      <ul class="ticks-tree" id={`${id}-tree`}>
        {shown.map(({ record, depth }) => (
          <li key={record.id} class={`depth-${Math.min(depth, 5)}`}>
            <label class="tick">
              <input type="checkbox" checked={chosen.includes(record.id)} onChange={() => tick(record.id)} />{' '}
              {nameOf(source, record)}
            </label>
          </li>
        ))}
        {all && shown.length === 0 && <li class="outcome">{texts().noneYet}</li>}
      </ul>
      {mayCreate(props) && (
        <Button kind="quiet" icon="add" onClick={() => setCreating(true)}>
          {newOf(source)}
        </Button>
      )}
      {creating && (
        <RecordDialog
          resource={source}
          onDone={(record) => {
            remember(source, [record]);
            setCreating(false);
            reload();
            onChange([...chosen, record.id]);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}

function TermSearch(props: TermProps) {
  const { value, onChange, source } = props;
  const chosen = termsIn(value);
  const label = (term: Term) => (typeof term === 'number' ? nameById(source, term) : term);
  const options = async (typed: string) => {
    const records = await findRecords(source, typed);
    const name = typed.trim();
    const found = records
      .filter((record) => !chosen.includes(record.id))
      .map((record) => ({ key: String(record.id), label: nameOf(source, record) }));
    const known = [...records.map((record) => nameOf(source, record)), ...chosen.map(label)];
    const isNew = name !== '' && !known.some((other) => other.toLowerCase() === name.toLowerCase());
    const created = { key: `new:${name}`, label: texts().named(newOf(source), name), creates: true };
    return isNew && mayCreate(props) ? [...found, created] : found;
  };
  return (
    <div class="stack">
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((term) => (
            <li key={term} class={typeof term === 'string' ? 'creates' : undefined}>
              {label(term)}
              <IconButton
                icon="close"
                label={texts().removeItem(label(term))}
                onClick={() => onChange(chosen.filter((other) => other !== term))}
              />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        control={controlProps(props)}
        placeholder={mayCreate(props) ? texts().add(withinSentence(pluralOf(source))) : texts().choose}
        options={options}
        onPick={({ key, creates }) => onChange([...chosen, creates ? key.slice(4) : Number(key)])}
      />
    </div>
  );
}
