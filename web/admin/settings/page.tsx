// The settings of the site: the form of their one record, links to its sections, a preview of the site, and the progress of
// indexing new languages.

import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/client';
import { loadContract, type ResourceInfo } from '../api/contract';
import type { ProgressList, Settings } from '../api/generated';
import { Conflict } from '../form/conflict';
import { ErrorSummary } from '../form/error-summary';
import { Fields } from '../form/fields';
import { focusField } from '../form/focus';
import { type Section, sectionsOf, titleOf } from '../form/sections';
import { texts as formTexts } from '../form/texts';
import { useForm } from '../form/use-form';
import { noLanguage } from '../form/values';
import { setBrand } from '../shell/brand';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { Failure, Loading } from '../ui/state';
import { texts as uiTexts } from '../ui/texts';
import { inBackground, toast } from '../ui/toast';
import { SitePreview } from './preview';
import { TestMail } from './test-mail';
import { texts } from './texts';
import '../widgets/widgets.css';
import '../form/form.css';
import './settings.css';

/** The ID of the only record. */
const onlyId = 1;

export function SettingsPage({ resource }: { readonly resource: ResourceInfo }) {
  const form = useForm({ resource, id: onlyId, keepsUnsaved: false });
  const { stored, changes, conflict, busy } = form;
  const [saves, setSaves] = useState(0);
  useTitle(texts().title);
  useSectionOfAddress(stored !== undefined);
  if (form.failure) return <Failure error={form.failure} retry={form.reload} />;
  if (!stored) return <Loading />;
  const locked: Readonly<Record<string, string>> = Object(stored.record?.locked);
  const report = async (saving: ReturnType<typeof form.submit>) => {
    const record = await saving;
    if (!record) return undefined;
    toast(texts().saved);
    // Forms, dates and the look of the console depend on the settings.
    await loadContract();
    setBrand((await request<Settings>('GET', '/settings')).body);
    setSaves((count) => count + 1);
    return record;
  };
  const changed = Object.keys(changes).length > 0;
  const sections = sectionsOf(form.fields, resource, false);
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
      <div class="settings-columns">
        <SectionLinks sections={sections} />
        <SitePreview fields={form.fields} changes={changes} version={saves} />
        <div class="settings-fields">
          <Fields
            {...form}
            id={onlyId}
            language={noLanguage}
            locked={locked}
            isLinkable
            footer={({ name }) =>
              name === 'mail' &&
              form.values.mail_host !== '' && (
                <TestMail hasChanges={changed} save={async () => (await report(form.submit())) !== undefined} />
              )
            }
            onChange={form.enter}
          />
        </div>
      </div>
    </form>
  );
}

/** Goes to the section that the fragment of the address names. */
function useSectionOfAddress(isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.focus();
  }, [isLoaded]);
}

const SectionLinks = ({ sections }: { readonly sections: readonly Section[] }) => (
  <nav class="section-links" aria-label={texts().sections}>
    <ul>
      {sections.map((section) => (
        <li key={section.name}>
          <a href={`#${section.name}`}>{titleOf(section)}</a>
        </li>
      ))}
    </ul>
  </nav>
);

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
