// A new import: choose a file, check it with a dry run, map its columns, then import it.
import { useRef, useState } from 'preact/hooks';
import { language } from '../i18n/texts';
import { hrefOf, navigate } from '../router';
import { useTitle } from '../shell/title';
import { Button, ButtonLink } from '../ui/button';
import { choicesIn } from '../ui/choices';
import { describedBy, Field } from '../ui/field';
import { type FormItem, FormItems } from '../ui/form';
import { inBackground, toastFailure } from '../ui/toast';
import { type DateQuestion, DateQuestionField } from './date-question';
import { type Choices, checkImport, type Import, sendImport } from './imports-api';
import { fieldLabel, Mapping } from './mapping';
import { Preview } from './preview';
import { Report } from './report';
import { texts } from './texts';

const empty: Choices = {
  url: '',
  source: '',
  dateFormat: '',
  encoding: '',
  status: '',
  timezone: '',
  mapping: {},
};

interface OptionsProps {
  readonly set: (changes: Partial<Choices>) => void;
}

/** Rows of the file that will be imported, or are already. */
function readyRows({ csv, report }: Import): number {
  const { created = 0, updated = 0, same = 0 } = report.counts[csv?.resource ?? ''] ?? {};
  return created + updated + same;
}

type TextChoice = Exclude<keyof Choices, 'file' | 'mapping'>;

function Options({ set, dateFormat }: OptionsProps & Pick<Choices, 'dateFormat'>) {
  const t = texts();
  const text = (name: TextChoice, label: string, help?: string): FormItem => ({
    ...{ name, label, help, onChange: (value) => set({ [name]: value }) },
  });
  const select = (name: TextChoice, label: string, labels: Readonly<Record<string, string>>): FormItem => ({
    ...text(name, label),
    ...{ type: 'select', options: choicesIn(labels) },
  });
  const items = [
    text('source', t.source, t.sourceHelp),
    { ...select('dateFormat', t.dateFormat, t.dateFormats), value: dateFormat },
    select('encoding', t.encoding, t.encodings),
    select('status', t.status, t.statuses),
    text('timezone', t.timezone, t.timezoneHelp),
  ];
  return (
    <>
      <FormItems items={[{ ...text('url', t.url), type: 'url' }]} errors={{}} />
      <details class="import-options">
        <summary>{t.options}</summary>
        <FormItems items={items} errors={{}} />
      </details>
    </>
  );
}

const FileField = ({ set }: OptionsProps) => (
  <Field id="import-file" label={texts().file} help={texts().fileHelp}>
    <input
      {...describedBy('import-file', { help: texts().fileHelp })}
      type="file"
      accept=".csv,.tsv,.txt,.ics,.ical,text/csv,text/calendar"
      onChange={(event) => set({ file: event.currentTarget.files?.[0], mapping: {} })}
    />
  </Field>
);

export function NewImportPage() {
  const t = texts();
  useTitle(t.newImport);
  const [choices, setChoices] = useState(empty);
  const [checked, setChecked] = useState<Import>();
  /** Stays after its answer, so that another one can be chosen. */
  const [question, setQuestion] = useState<DateQuestion>();
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  /** A result is of the choices that were checked: any other choice needs another check. */
  const set = (changes: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...changes }));
    if (!('mapping' in changes) || 'file' in changes) {
      setChecked(undefined);
      setQuestion(undefined);
    }
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(toastFailure);
    setBusy(false);
  };
  const checkWith = async (given: Choices) => {
    const result = await checkImport(given);
    setChecked(result);
    setQuestion((before) => result.csv?.date_question ?? (given.dateFormat ? before : undefined));
  };
  const check = () =>
    run(async () => {
      if (!choices.file && !choices.url) throw new Error(t.chooseFile);
      await checkWith(choices);
      heading.current?.focus();
    });
  const answer = (dateFormat: string) => {
    const given = { ...choices, dateFormat };
    setChoices(given);
    return run(() => checkWith(given));
  };
  const start = () =>
    run(async () => {
      const { id } = await sendImport(choices, false);
      await navigate(`/imports/${id}`);
    });
  const missing = checked?.csv?.missing ?? [];
  const map = (mapping: Choices['mapping']) => set({ mapping });
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{t.newImport}</h1>
        <ButtonLink icon="back" href={hrefOf('/imports')}>
          {t.title}
        </ButtonLink>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          inBackground(check());
        }}
      >
        <FileField set={set} />
        <Options set={set} dateFormat={choices.dateFormat} />
        <div aria-live="polite">
          {checked && (
            <>
              <h2 ref={heading} tabIndex={-1}>
                {t.checked(t.kinds[checked.kind] ?? checked.kind)}
              </h2>
              <p>{t.checkedText}</p>
              {missing.length > 0 && checked.csv && (
                <p class="error">
                  {t.missing(
                    new Intl.ListFormat(language.value).format(
                      missing.map((name) => fieldLabel(checked.csv?.resource ?? '', name)),
                    ),
                    missing.length,
                  )}
                </p>
              )}
              {missing.length === 0 && checked.csv && (
                <p>
                  <strong>{t.ready(readyRows(checked), checked.csv.rows)}</strong>
                </p>
              )}
              {question && (
                <DateQuestionField
                  question={question}
                  rows={checked.report.warnings['ambiguous date']?.count ?? 0}
                  chosen={choices.dateFormat}
                  onAnswer={(dateFormat) => inBackground(answer(dateFormat))}
                />
              )}
              {missing.length === 0 && <Report report={checked.report} />}
              {checked.csv && <Mapping csv={checked.csv} mapping={choices.mapping} onChange={map} />}
              <Preview records={checked.preview ?? []} />
            </>
          )}
        </div>
        <div class="buttons">
          <Button type="submit" kind={checked ? 'plain' : 'primary'} icon="check" busy={busy}>
            {checked ? t.checkAgain : t.check}
          </Button>
          {checked?.state === 'finished' && missing.length === 0 && (
            <Button kind="primary" icon="upload" busy={busy} onClick={() => inBackground(start())}>
              {t.startImport}
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
