// The page of one record: its form and the buttons to save it.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { contract, fieldsOf, hasAction, newOf, type ResourceInfo, thisOf } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { address, blockNavigation, navigate } from '../router';
import { toastUndo } from '../series/chosen-dates';
import { useTitle } from '../shell/title';
import { isDueNow, readNow } from '../subscriptions/read';
import { ReadNotice, readErrors } from '../subscriptions/read-state';
import { RemovalNotice } from '../subscriptions/removal-notice';
import { confirmAction } from '../ui/dialog';
import { lazy } from '../ui/lazy';
import { Failure, Loading } from '../ui/state';
import { clearToasts, inBackground, toast } from '../ui/toast';
import { texts as webhookTexts } from '../webhooks/texts';
import { clockIn } from '../widgets/wall-clock';
import { type Action, actionsFor } from './actions';
import { Conflict } from './conflict';
import { ErrorSummary } from './error-summary';
import { Fields } from './fields';
import { focusField, focusFieldNow } from './focus';
import type { Form } from './form-api';
import { LanguagePanel, LanguageTabs } from './language-tabs';
import { Notices } from './notices';
import { OutcomeNotice, outcomeText, showOutcome } from './outcome';
import { RecordBar } from './record-bar';
import { type Saved, saveChosenDates, saveSeries } from './save-dates';
import { ScheduleDialog } from './schedule';
import { ownValues, SeriesNotice, useSeries } from './series-notice';
import { texts } from './texts';
import { Trashed } from './trashed';
import { type FormState, useForm } from './use-form';
import { type Values, valueIn } from './values';
import '../widgets/widgets.css';
import './form.css';

const WebhookPanel = lazy(async () => (await import('../webhooks/panel')).WebhookPanel);

interface RecordPageProps {
  readonly resource: ResourceInfo;
  readonly id?: number;
}

/** Initial values of a new record, from the query of the address (the calendar links with dates). */
const valuesFromQuery = ({ name }: ResourceInfo): Values => {
  const { query } = address.peek();
  return Object.fromEntries(fieldsOf(name).map((field) => [field.name, valueIn(field, query.get(field.name) ?? '')]));
};

export function RecordPage({ resource, id }: RecordPageProps) {
  const form = useForm({
    resource,
    id,
    initial: id === undefined ? valuesFromQuery(resource) : {},
    keepsUnsaved: true,
  });
  const { stored, values, changes, languages, conflict } = form;
  const [language, setLanguage] = useState(languages[0] ?? '');
  const changed = Object.keys(changes).length > 0;
  const name = String(stored?.record?.[resource.label] ?? '') || newOf(resource);
  useTitle(name);
  useLeaveGuard(changed && !form.busy);

  const series = useSeries(form);
  const report = async (saving: Promise<Saved | undefined>) => {
    const saved = await saving;
    if (!saved) return;
    const { record, undo } = saved;
    showGenerated(form, record);
    if (id === undefined) await navigate(`/${resource.path}/${record.id}`, { replace: true, force: true });
    const outcome = outcomeText(resource, stored?.record, record);
    showOutcome(resource, record, undo ? undefined : outcome);
    if (undo) toastUndo(outcome ?? texts().saved, undo, form.reload);
    else if (outcome === undefined) toast(texts().saved);
    if (hasAction(resource, 'run') && isDueNow(record)) await readNow(resource, record);
  };
  const isDate = stored?.record?.occurrence_of !== undefined;
  const save = isDate ? saveChosenDates : stored?.record?.recurrence ? saveSeries : savePlainly;
  const submit = (more: Values) => {
    clearToasts();
    inBackground(report(save(form, more)));
  };
  const [scheduling, setScheduling] = useState(false);
  const act = ({ status, date, schedules }: Action) => {
    if (schedules) setScheduling(true);
    else submit({ ...(status && { status }), ...(date && { date }) });
  };
  const schedule = (date: string) => {
    setScheduling(false);
    submit({ status: 'publish', date });
  };
  const actions = actionsFor({
    statuses: resource.statuses,
    status: stored?.record && String(stored.values.status ?? ''),
    chosen: typeof values.status === 'string' ? values.status : undefined,
    mayPublish: may('publish'),
    ahead: typeof values.date === 'string' && values.date > clockIn(contract.site.timezone, new Date()),
  });
  useSaveShortcut(() => {
    const plain = actions.find(({ schedules, date }) => !schedules && !date);
    if (plain && changed && !conflict) act(plain);
  });
  const focusOn = (key: string) => {
    setLanguage(key.split('@')[1] ?? language);
    focusField(key);
  };

  useFirstFocus(id === undefined && stored !== undefined, resource.label);

  if (form.failure) {
    const gone = form.failure instanceof ApiError && form.failure.status === 410;
    if (gone && id !== undefined) return <Trashed resource={resource} id={id} onRestored={form.reload} />;
    return <Failure error={form.failure} retry={form.reload} />;
  }
  if (!stored) return <Loading lines={10} />;
  const fields = form.fields.filter(({ input }) => input.widget !== 'recurrence' || !isDate);
  const errors = { ...readErrors(stored.record, changes), ...form.errors };
  const shared = { ...form, errors, fields, id, language, own: ownValues(form, series), onChange: form.enter };
  return (
    // Enter does not submit: a long form is saved by a button.
    <form class="record-form" noValidate onSubmit={(event) => event.preventDefault()}>
      <RecordBar
        resource={resource}
        name={name}
        stored={stored}
        changed={changed}
        busy={form.busy}
        actions={stored.editable && !conflict ? actions : []}
        onAct={act}
        onRestored={form.reload}
      />
      <OutcomeNotice resource={resource} id={id} />
      <Notices stored={stored} recovered={form.recovered} onDiscard={form.discard} />
      {stored.record && <SeriesNotice resource={resource} record={stored.record} series={series} />}
      {stored.record && <ReadNotice resource={resource} record={stored.record} onRead={form.reload} />}
      {stored.record && <RemovalNotice resource={resource} record={stored.record} onDecided={form.reload} />}
      {conflict && (
        <Conflict
          subject={thisOf(resource)}
          merged={conflict}
          theirs={stored.values}
          fields={form.fields}
          busy={form.busy}
          onResolve={(changes, saves) => inBackground(report(asSaved(form.resolve(changes, saves))))}
        />
      )}
      <ErrorSummary errors={form.errors} formError={form.formError} fields={form.fields} onFocus={focusOn} />
      <div class="columns" inert={!stored.editable || undefined}>
        <div class="main-column">
          <LanguageTabs {...form} language={language} onChange={setLanguage} />
          <LanguagePanel languages={languages} language={language}>
            <Fields {...shared} where={({ place }) => place === 'main'} />
          </LanguagePanel>
        </div>
        <div class="side-column">
          <Fields {...shared} where={({ place }) => place === 'side'} />
        </div>
      </div>
      {stored.record && hasAction(resource, 'deliveries') && (
        <WebhookPanel resource={resource} record={stored.record} onChanged={form.reload} />
      )}
      {scheduling && <ScheduleDialog date={values.date} onSchedule={schedule} onClose={() => setScheduling(false)} />}
    </form>
  );
}

const asSaved = async (saving: Promise<ApiRecord | undefined>): Promise<Saved | undefined> => {
  const record = await saving;
  return record && { record };
};

const savePlainly = ({ submit }: FormState, more: Values) => asSaved(submit(more));

/** Values that the server has generated, such as a password: they are shown once. */
function showGenerated({ resource, fields }: Form, record: ApiRecord): void {
  const show = async (label: string, secret: string) => {
    const { showSecret } = await import('../users/one-time-secret');
    await showSecret(nameOf(resource, record), { label: `${label}.`, secret });
  };
  // No field sets the secret of a webhook.
  if (typeof record.secret === 'string') inBackground(show(webhookTexts().secret, record.secret));
  for (const { name, label, input } of fields) {
    const secret = new Map<string, unknown>(Object.entries(record)).get(name);
    if (input.generated && typeof secret === 'string') inBackground(show(label, secret));
  }
}

/** Asks before the page is left with unsaved changes: by a link, the back button, a reload or closing the tab. */
function useLeaveGuard(changed: boolean): void {
  // A layout effect runs before the browser can handle the next event; an effect would leave a gap after the first letter.
  useLayoutEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const release = blockNavigation(() =>
      confirmAction({
        title: texts().leaveTitle,
        text: texts().leaveText,
        action: texts().leave,
      }),
    );
    return () => {
      removeEventListener('beforeunload', warn);
      release();
    };
  }, [changed]);
}

/** A new record starts at its title, unless the user is somewhere already. */
function useFirstFocus(isOpen: boolean, name: string): void {
  useEffect(() => {
    const { activeElement: active } = document;
    if (isOpen && (active === document.body || active?.id === 'content')) focusFieldNow(name, { preventScroll: true });
  }, [isOpen, name]);
}

/** Ctrl+S or ⌘S saves. */
function useSaveShortcut(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', keyed);
    return () => removeEventListener('keydown', keyed);
  }, []);
}
