// The settings of the site: the form of their one record, locked settings, and the progress of indexing new languages.

import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/client';
import { type FieldInfo, loadContract, type ResourceInfo } from '../api/contract';
import type { ProgressList } from '../api/generated';
import { Conflict } from '../form/conflict';
import { ErrorSummary } from '../form/error-summary';
import { Fields } from '../form/fields';
import { focusField } from '../form/focus';
import { texts as formTexts } from '../form/texts';
import { useForm } from '../form/use-form';
import { noLanguage } from '../form/values';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { Failure, Loading } from '../ui/state';
import { texts as uiTexts } from '../ui/texts';
import { inBackground, toast } from '../ui/toast';
import { texts } from './texts';
import '../widgets/widgets.css';
import '../form/form.css';

/** The ID of the only record. */
const onlyId = 1;

export function SettingsPage({ resource }: { readonly resource: ResourceInfo }) {
  const form = useForm({ resource, id: onlyId, keepsUnsaved: false });
  const { stored, changes, conflict, busy } = form;
  const [saves, setSaves] = useState(0);
  useTitle(texts().title);
  if (form.failure) return <Failure error={form.failure} retry={form.reload} />;
  if (!stored) return <Loading />;
  const locked: Readonly<Record<string, string>> = Object(stored.record?.locked);
  const report = async (saving: ReturnType<typeof form.submit>) => {
    if (!(await saving)) return;
    toast(texts().saved);
    // Forms and dates of the console depend on the settings.
    await loadContract();
    setSaves((count) => count + 1);
  };
  const changed = Object.keys(changes).length > 0;
  return (
    <form
      class="record-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        inBackground(report(form.submit()));
      }}
    >
      <header class="record-bar">
        <div class="record-name">
          <h1>{texts().title}</h1>
          <p class="record-state" aria-live="polite">
            {changed && <span class="unsaved">{formTexts().unsaved}</span>}
          </p>
        </div>
        <div class="record-actions">
          <Button kind="primary" type="submit" busy={busy}>
            {uiTexts().save}
          </Button>
        </div>
      </header>
      <LanguagesProgress key={saves} />
      {conflict && (
        <Conflict
          subject={texts().subject}
          merged={conflict}
          theirs={stored.values}
          fields={form.fields}
          busy={busy}
          onResolve={(chosen, save) => inBackground(report(form.resolve(chosen, save)))}
        />
      )}
      <ErrorSummary errors={form.errors} formError={form.formError} fields={form.fields} onFocus={focusField} />
      <Fields
        {...form}
        id={onlyId}
        language={noLanguage}
        fields={form.fields.filter(({ name }) => !(name in locked))}
        onChange={form.enter}
      />
      <LockedSettings locked={locked} fields={form.fields} record={stored.record ?? {}} />
    </form>
  );
}

interface LockedProps {
  readonly locked: Readonly<Record<string, string>>;
  readonly fields: readonly FieldInfo[];
  readonly record: Readonly<Record<string, unknown>>;
}

function LockedSettings({ locked, fields, record }: LockedProps) {
  const entries = Object.entries(locked);
  if (entries.length === 0) return null;
  return (
    <section class="section" aria-labelledby="locked-settings">
      <h2 id="locked-settings">{texts().locked}</h2>
      <p>{texts().lockedHelp}</p>
      <dl>
        {entries.map(([name, variable]) => (
          <div key={name}>
            <dt>
              {fields.find((field) => field.name === name)?.label ?? name} (<code>{variable}</code>)
            </dt>
            <dd>{String(record[name] ?? '') || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const pollMs = 2_000;

/** Shown while texts are indexed for new languages. */
function LanguagesProgress() {
  const [running, setRunning] = useState<ProgressList['jobs'][number]>();
  useEffect(() => {
    let timer: number | undefined;
    const poll = async () => {
      const { body } = await request<ProgressList>('GET', '/settings/progress');
      const job = body.jobs.find(({ ended_utc }) => ended_utc === null);
      setRunning(job);
      if (job) timer = window.setTimeout(() => inBackground(poll()), pollMs);
    };
    inBackground(poll());
    return () => clearTimeout(timer);
  }, []);
  return running ? (
    <p class="notice" role="status">
      {texts().indexing(running.done, running.total)}
    </p>
  ) : null;
}
