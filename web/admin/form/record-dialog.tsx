// A form in a dialog, to create a record from within the form of another (a venue of an event).
import { useLayoutEffect, useState } from 'preact/hooks';
import { newOf, type ResourceInfo, singularOf } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { may } from '../api/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Loading } from '../ui/state';
import { texts as uiTexts } from '../ui/texts';
import { ErrorSummary } from './error-summary';
import { Fields } from './fields';
import { focusField, focusFieldNow } from './focus';
import { LanguagePanel, LanguageTabs } from './language-tabs';
import { texts } from './texts';
import { useForm } from './use-form';
import type { Values } from './values';
import '../widgets/widgets.css';
import './form.css';
import { inBackground } from '../ui/toast';

interface RecordDialogProps {
  readonly resource: ResourceInfo;
  readonly id?: number | undefined;
  readonly initial?: Values;
  readonly onDone: (record: ApiRecord) => void;
  readonly onClose: () => void;
}

export function RecordDialog({ resource, id, initial, onDone, onClose }: RecordDialogProps) {
  const form = useForm({ resource, id, initial, keepsUnsaved: false });
  const [language, setLanguage] = useState(form.languages[0] ?? '');
  const submit = async () => {
    // Published at once, so that visitors see it together with the other record.
    const status = resource.statuses && id === undefined ? { status: may('publish') ? 'publish' : 'draft' } : {};
    const record = await form.submit(status);
    if (record) onDone(record);
  };
  const opened = form.stored !== undefined;
  // A layout effect: later it could take the focus from a field that is being typed into.
  useLayoutEffect(() => {
    if (opened) focusFieldNow(form.fields[0]?.name ?? resource.label);
  }, [opened]);
  const focusOn = (key: string) => {
    setLanguage(key.split('@')[1] ?? language);
    focusField(key);
  };
  const noun = singularOf(resource);
  return (
    <Dialog
      title={id === undefined ? newOf(resource) : texts().edit(noun)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts().cancel}</Button>
          <Button kind="primary" busy={form.busy} onClick={() => inBackground(submit())}>
            {id === undefined ? texts().create(noun) : texts().save}
          </Button>
        </>
      }
    >
      {!form.stored && <Loading />}
      {form.stored && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a line of text finishes, as in every form
        <div
          class="record-form in-dialog"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            event.stopPropagation();
            inBackground(submit());
          }}
        >
          <ErrorSummary errors={form.errors} formError={form.formError} fields={form.fields} onFocus={focusOn} />
          <LanguageTabs {...form} language={language} onChange={setLanguage} />
          <LanguagePanel languages={form.languages} language={language}>
            <Fields
              {...form}
              id={id}
              language={language}
              onChange={form.enter}
              where={({ name }) => name !== 'publication'}
            />
          </LanguagePanel>
        </div>
      )}
    </Dialog>
  );
}
