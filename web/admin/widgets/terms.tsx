// Terms: a tree to tick where they stand in one, else words to find and to make.
import { useState } from 'preact/hooks';
import { oneOf, type ResourceInfo } from '../api/contract';
import { may } from '../api/session';
import { RecordDialog } from '../form/record-dialog';
import { Button, IconButton } from '../ui/button';
import { useLoaded } from '../ui/load';
import { Combobox } from './combobox';
import { type Found, findRecords, nameIn, nameOf, remember, type Source, sourceNamed } from './found';
import { TextWidget } from './text';
import { branches } from './tree';
import { tied, type WidgetProps } from './widget';

/** An id, or the name of a term that is made when the record is saved. */
type Term = number | string;

const termsIn = (value: unknown): readonly Term[] =>
  Array.isArray(value) ? value.filter((term) => typeof term === 'number' || typeof term === 'string') : [];

const mostTicks = 200;

type TermProps = WidgetProps & { readonly source: Source & { readonly resource: ResourceInfo } };

export function TermsWidget(props: WidgetProps) {
  const source = sourceNamed(props.field.input.resource);
  if (!source?.resource) return <TextWidget {...props} />;
  const known = { ...source, resource: source.resource };
  return source.resource.tree ? <TermTree {...props} source={known} /> : <TermWords {...props} source={known} />;
}

const mayMake = ({ right }: ResourceInfo): boolean => !right || may(right);

async function allOf(source: Source): Promise<readonly Found[] | undefined> {
  const first = await findRecords(source, { perPage: 50 });
  if (first.total > mostTicks) return undefined;
  const rest = await Promise.all(
    Array.from({ length: Math.max(first.pages - 1, 0) }, (_, at) => findRecords(source, { perPage: 50, page: at + 2 })),
  );
  return [first, ...rest].flatMap(({ records }) => records);
}

function TermTree(props: TermProps) {
  const { id, field, value, onChange, source } = props;
  const [making, setMaking] = useState(false);
  const { value: all, error, reload } = useLoaded(async () => ({ terms: await allOf(source) }), [source.path]);
  // Too many to show at once, or not to be had: found by name.
  if (error || (all && !all.terms)) return <TermWords {...props} />;
  const chosen = termsIn(value);
  const tree = source.resource.tree ?? '';
  const shown = branches(all?.terms ?? [], (term) => Number(term[tree] ?? 0));
  const tick = (term: number) =>
    onChange(chosen.includes(term) ? chosen.filter((other) => other !== term) : [...chosen, term]);
  return (
    <div class="stack">
      <ul class="ticks-tree" id={`${id}-tree`}>
        {shown.map(({ node, depth }) => (
          <li key={node.id} class={`depth-${Math.min(depth, 5)}`}>
            <label class="tick">
              <input type="checkbox" checked={chosen.includes(node.id)} onChange={() => tick(node.id)} />{' '}
              {nameIn(source, node)}
            </label>
          </li>
        ))}
        {all && shown.length === 0 && <li class="outcome">None yet</li>}
      </ul>
      {mayMake(source.resource) && (
        <Button kind="quiet" icon="add" onClick={() => setMaking(true)}>
          New {oneOf(source.resource)}
        </Button>
      )}
      {making && (
        <RecordDialog
          resource={source.resource}
          onDone={(record) => {
            remember(source, [record]);
            setMaking(false);
            reload();
            onChange([...chosen, record.id]);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      <span class="unseen">{field.about}</span>
    </div>
  );
}

function TermWords(props: TermProps) {
  const { field, value, onChange, source } = props;
  const chosen = termsIn(value);
  const label = (term: Term) => (typeof term === 'number' ? nameOf(source, term) : term);
  const options = async (typed: string) => {
    const { records } = await findRecords(source, { search: typed });
    const name = typed.trim();
    const found = records
      .filter((record) => !chosen.includes(record.id))
      .map((record) => ({ key: String(record.id), label: nameIn(source, record) }));
    const known = [...records.map((record) => nameIn(source, record)), ...chosen.map(label)];
    const isNew = name !== '' && !known.some((other) => other.toLowerCase() === name.toLowerCase());
    const made = { key: `new:${name}`, label: `New ${oneOf(source.resource)} “${name}”`, makes: true };
    return isNew && mayMake(source.resource) ? [...found, made] : found;
  };
  return (
    <div class="stack">
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((term) => (
            <li key={term} class={typeof term === 'string' ? 'makes' : undefined}>
              {label(term)}
              <IconButton
                icon="close"
                label={`Remove ${label(term)}`}
                onClick={() => onChange(chosen.filter((other) => other !== term))}
              />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        control={tied(props)}
        placeholder={`Add ${field.label.toLowerCase()}`}
        options={options}
        onPick={({ key, makes }) => onChange([...chosen, makes ? key.slice(4) : Number(key)])}
      />
    </div>
  );
}
