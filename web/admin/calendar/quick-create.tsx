// A small dialog on the calendar that creates an event: title, times and categories. The title may say the rest, as in
// “Film night Fri 8pm at Town Barn #film”. Enter saves it.

import { Fragment } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { ApiError, messageOf } from '../api/client';
import { contract, type FieldInfo, fieldsOf, newOf, type ResourceInfo } from '../api/contract';
import { createRecord, usualStatus } from '../entry/create';
import { EntryPreview, focusQuestion } from '../entry/preview';
import { texts as entryTexts } from '../entry/texts';
import { isReadable, type Understood, withoutDate } from '../entry/understood';
import { useEntry } from '../entry/use-entry';
import { defaultTimes, movedEnd } from '../form/default-end';
import { FormField } from '../form/form-field';
import { texts as formTexts } from '../form/texts';
import { isEmpty, type Values } from '../form/values';
import { navigate } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { texts as uiTexts } from '../ui/texts';
import { inBackground } from '../ui/toast';
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

/** The address of the full form with the entered values; it has no text for a venue that is yet to be created. */
function formPath({ path }: ResourceInfo, values: Values): string {
  const entered = Object.entries(values).flatMap(([name, value]) => {
    const text = [value].flat().filter((item) => typeof item !== 'object');
    return isEmpty(value) || text.length === 0 ? [] : [[name, text.join()]];
  });
  return `/${path}/new?${new URLSearchParams(entered)}`;
}

export function QuickCreate({ resource, initial, onClose, onCreated }: QuickCreateProps) {
  const id = useId();
  const terms = termsOf(resource);
  const fields = [...fieldsShown(resource), ...(terms ? [terms] : [])];
  const defaults = useRef<Values>({ ...defaultTimes(fields, contract.site.timezone, new Date()), ...initial });
  /** Changed by hand: they win over those of the line. */
  const [entered, setEntered] = useState<Values>({});
  const [isRecognizing, setRecognizing] = useState(true);
  const [isRefused, setRefused] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const preview = useRef<HTMLDivElement>(null);
  const status = usualStatus();
  const line = String(entered[resource.label] ?? '');
  const day = typeof initial.start_date === 'string' ? initial.start_date.slice(0, 10) : undefined;
  const { found: read, answers, answer, readNow } = useEntry(resource, line, day);
  /** A date that was entered by hand is no question. */
  const sure = (given: Understood | undefined) => (given && 'start_date' in entered ? withoutDate(given) : given);
  const found = sure(read);
  /** The title is that of the line without its other parts. */
  const valuesWith = (given: Understood | undefined): Values => ({
    ...defaults.current,
    ...(isRecognizing && given?.values),
    ...entered,
    ...(isRecognizing && given && { [resource.label]: given.values.title }),
  });
  const values = valuesWith(found);

  const create = async (as: string) => {
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    try {
      const now = sure(await readNow());
      const saved = valuesWith(now);
      if (isEmpty(saved[resource.label])) setErrors({ [resource.label]: uiTexts().required });
      else if (isRecognizing && now?.open.length) {
        setRefused(true);
        // Its questions may not be shown yet.
        requestAnimationFrame(() => focusQuestion(preview.current));
      } else {
        await createRecord(resource, saved, as);
        return onCreated();
      }
    } catch (error) {
      const shown = error instanceof ApiError ? error.params : {};
      setErrors(shown);
      if (!fields.some(({ name }) => name in shown)) setFailure(messageOf(error));
    }
    setBusy(false);
  };
  const enter = (field: FieldInfo, value: unknown) =>
    setEntered((before) => ({ ...before, ...movedEnd(fields, values, field.name, value), [field.name]: value }));
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
          <Fragment key={field.name}>
            <FormField
              id={`${id}-${field.name}`}
              field={{ ...field, help: field.name === resource.label && isReadable(resource) ? entryTexts().hint : '' }}
              value={field.name === resource.label ? line : values[field.name]}
              error={errors[field.name]}
              onChange={(value) => enter(field, value)}
              context={{ resource, language: '', values, upload: (work) => work(), fallback: () => '' }}
            />
            {field.name === resource.label && found && (
              <div ref={preview}>
                {isRecognizing && (
                  <EntryPreview {...{ id, resource, found, values, answers, isRefused }} onAnswer={answer} />
                )}
                <label class="tick">
                  <input type="checkbox" checked={isRecognizing} onChange={() => setRecognizing(!isRecognizing)} />{' '}
                  {entryTexts().recognize}
                </label>
              </div>
            )}
          </Fragment>
        ))}
      </form>
    </Dialog>
  );
}
