// The dialog that changes several records at once: terms, linked records, status and publication date.
import { useId, useState } from 'preact/hooks';
import type { FieldInfo, ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { may } from '../api/session';
import { statusLabel } from '../api/status';
import { FormField } from '../form/form-field';
import { isEmpty, type Values } from '../form/values';
import { CancelAndSubmit, Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { inBackground } from '../ui/toast';
import '../form/form.css';
import '../widgets/widgets.css';
import './bulk.css';
import type { WidgetContext } from '../widgets/widget';
import { type BulkChange, type FieldChange, withoutEmpty } from './change';
import { bulkFields, countedOf } from './fields';
import { changeAll } from './run';
import { texts } from './texts';

interface BulkDialogProps {
  readonly resource: ResourceInfo;
  readonly records: readonly ApiRecord[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function BulkDialog({ resource, records, onClose, onChanged }: BulkDialogProps) {
  const id = useId();
  const [changes, setChanges] = useState<BulkChange>({});
  const [error, setError] = useState<string>();
  const counted = countedOf(resource, records.length);
  const change = (name: string, to: FieldChange | undefined) => {
    const { [name]: _, ...others } = changes;
    setChanges(to ? { ...others, [name]: to } : others);
  };
  const apply = (event: Event) => {
    event.preventDefault();
    const wanted = withoutEmpty(changes);
    if (Object.keys(wanted).length === 0) return setError(texts().nothing);
    onClose();
    inBackground(changeAll(resource, records, wanted, onChanged));
  };
  const form = `${id}-form`;
  return (
    <Dialog
      title={texts().title(counted)}
      onClose={onClose}
      footer={<CancelAndSubmit form={form} label={texts().apply(counted)} onCancel={onClose} />}
    >
      <form id={form} class="bulk-edit" noValidate onSubmit={apply}>
        <p class="quiet-text">{texts().help}</p>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {bulkFields(resource).map((field) => (
          <BulkField
            key={field.name}
            id={`${id}-${field.name}`}
            resource={resource}
            field={field}
            change={changes[field.name]}
            onChange={(to) => change(field.name, to)}
          />
        ))}
      </form>
    </Dialog>
  );
}

interface BulkFieldProps {
  readonly id: string;
  readonly resource: ResourceInfo;
  readonly field: FieldInfo;
  readonly change: FieldChange | undefined;
  readonly onChange: (change: FieldChange | undefined) => void;
}

function BulkField(props: BulkFieldProps) {
  const { field } = props;
  if (field.name === 'status') return <StatusChange {...props} />;
  if (field.input.widget === 'terms') return <TermsChange {...props} />;
  if (field.input.widget === 'records') return <RecordsChange {...props} />;
  return <ValueChange {...props} />;
}

const contextOf = (resource: ResourceInfo, values: Values = {}): WidgetContext => ({
  resource,
  language: '',
  values,
  upload: (work) => work(),
  fallback: () => '',
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function TermsChange({ id, resource, field, change, onChange }: BulkFieldProps) {
  const { add, remove } = change && 'add' in change ? change : { add: [], remove: [] };
  const part = (name: 'add' | 'remove', label: string, value: readonly unknown[]) => (
    <FormField
      id={`${id}-${name}`}
      field={{ ...field, label, help: '' }}
      value={value}
      onChange={(to) => onChange({ add, remove, [name]: listOf(to) })}
      context={{ ...contextOf(resource), creates: name === 'add' }}
    />
  );
  return (
    <div class="two">
      {part('add', texts().add(field.label), add)}
      {part('remove', texts().remove(field.label), remove)}
    </div>
  );
}

type Choice = 'keep' | 'replace' | 'clear';

function RecordsChange({ id, resource, field, change, onChange }: BulkFieldProps) {
  const [choice, setChoice] = useState<Choice>('keep');
  const choose = (to: Choice) => {
    setChoice(to);
    onChange(to === 'clear' ? { set: [] } : undefined);
  };
  return (
    <div class="two">
      <Field id={`${id}-choice`} label={field.label}>
        <select id={`${id}-choice`} value={choice} onChange={(event) => choose(event.currentTarget.value as Choice)}>
          <option value="keep">{texts().noChange}</option>
          <option value="replace">{texts().replace}</option>
          <option value="clear">{texts().clear}</option>
        </select>
      </Field>
      {choice === 'replace' && (
        <FormField
          id={id}
          field={{ ...field, label: texts().replace, help: '' }}
          value={change && 'set' in change ? change.set : []}
          onChange={(to) => onChange(isEmpty(to) ? undefined : { set: to })}
          context={contextOf(resource)}
        />
      )}
    </div>
  );
}

const unreleased = ['draft', 'pending'];

/** “Scheduled” follows from the publication date, and the trash has its own button. */
function StatusChange({ id, resource, field, change, onChange }: BulkFieldProps) {
  const open = (resource.statuses ?? []).filter(
    (status) => status !== 'trash' && status !== 'future' && (may('publish') || unreleased.includes(status)),
  );
  return (
    <Field id={id} label={field.label}>
      <select
        id={id}
        value={change && 'set' in change ? String(change.set) : ''}
        onChange={({ currentTarget: { value } }) => onChange(value ? { set: value } : undefined)}
      >
        <option value="">{texts().noChange}</option>
        {open.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </select>
    </Field>
  );
}

const ValueChange = ({ id, resource, field, change, onChange }: BulkFieldProps) => (
  <FormField
    id={id}
    field={{ ...field, help: '' }}
    value={change && 'set' in change ? change.set : ''}
    onChange={(to) => onChange(isEmpty(to) ? undefined : { set: to })}
    context={contextOf(resource)}
  />
);
