// A small dialog on the calendar that creates an event: title, times and categories. Enter saves it.

import { useId, useState } from 'preact/hooks';
import { ApiError, messageOf, request } from '../api/client';
import { contract, type FieldInfo, fieldsOf, newOf, type ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { defaultTimes, movedEnd } from '../form/default-end';
import { FormField } from '../form/form-field';
import { texts as formTexts } from '../form/texts';
import { isEmpty, type Values } from '../form/values';
import { navigate } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { texts as uiTexts } from '../ui/texts';
import { inBackground, toast } from '../ui/toast';
import '../form/form.css';
import '../widgets/widgets.css';
import { texts } from './texts';

interface QuickCreateProps {
  readonly resource: ResourceInfo;
  readonly initial: Values;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

const names: readonly string[] = ['start_date', 'end_date', 'all_day'];

/** Title, times, and terms with a tree, such as categories. */
const fieldsShown = (resource: ResourceInfo): readonly FieldInfo[] =>
  [resource.label, ...names].flatMap((name) => fieldsOf(resource.name).find((field) => field.name === name) ?? []);

const termsOf = ({ name }: ResourceInfo): FieldInfo | undefined =>
  fieldsOf(name).find(
    ({ input }) =>
      input.widget === 'terms' &&
      contract.resources.some((one) => one.name === input.resource && one.tree !== undefined),
  );

/** The address of the full form with the entered values. */
function formPath({ path }: ResourceInfo, values: Values): string {
  const entered = Object.entries(values).filter(([, value]) => !isEmpty(value));
  return `/${path}/new?${new URLSearchParams(entered.map(([name, value]) => [name, String(value)]))}`;
}

export function QuickCreate({ resource, initial, onClose, onCreated }: QuickCreateProps) {
  const id = useId();
  const terms = termsOf(resource);
  const fields = [...fieldsShown(resource), ...(terms ? [terms] : [])];
  const [values, setValues] = useState<Values>(() => ({
    ...defaultTimes(fields, contract.site.timezone, new Date()),
    ...initial,
  }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const status = may('publish') ? 'publish' : 'draft';

  const create = async (as: string) => {
    if (isEmpty(values[resource.label])) return setErrors({ [resource.label]: uiTexts().required });
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    const body = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
    try {
      const { body: record } = await request<ApiRecord>('POST', `/${resource.path}`, { body: { ...body, status: as } });
      const name = nameOf(resource, record);
      toast(as === 'publish' ? texts().published(name) : texts().created(name), {
        action: {
          label: texts().openRecord,
          run: () => inBackground(navigate(`/${resource.path}/${record.id}`)),
        },
      });
      onCreated();
    } catch (error) {
      setBusy(false);
      const shown = error instanceof ApiError ? error.params : {};
      setErrors(shown);
      if (!fields.some(({ name }) => name in shown)) setFailure(messageOf(error));
    }
  };
  const enter = (field: FieldInfo, value: unknown) =>
    setValues((before) => ({ ...before, ...movedEnd(fields, before, field.name, value), [field.name]: value }));
  const form = `${id}-form`;
  return (
    <Dialog
      title={newOf(resource)}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => inBackground(navigate(formPath(resource, values)))}>
            {texts().moreOptions}
          </Button>
          {status === 'publish' && (
            <Button busy={busy} onClick={() => inBackground(create('draft'))}>
              {formTexts().saveDraft}
            </Button>
          )}
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {status === 'publish' ? formTexts().publish : formTexts().saveDraft}
          </Button>
        </>
      }
    >
      <form
        id={form}
        class="quick-create"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          inBackground(create(status));
        }}
      >
        {failure && (
          <p class="error" role="alert">
            {failure}
          </p>
        )}
        {fields.map((field) => (
          <FormField
            key={field.name}
            id={`${id}-${field.name}`}
            field={{ ...field, help: '' }}
            value={values[field.name]}
            error={errors[field.name]}
            onChange={(value) => enter(field, value)}
            context={{ resource, language: '', values, upload: (work) => work(), fallback: () => '' }}
          />
        ))}
      </form>
    </Dialog>
  );
}
