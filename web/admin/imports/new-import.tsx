// A new import: choose a file, check it with a dry run, map its columns, then import it.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { hrefOf, navigate } from '../router';
import { useTitle } from '../shell/title';
import { Button, ButtonLink } from '../ui/button';
import { describedBy, Field } from '../ui/field';
import { inBackground, toastFailure } from '../ui/toast';
import { type Choices, checkImport, type Import, sendImport } from './imports-api';
import { Mapping } from './mapping';
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

type TextChoice = Exclude<keyof Choices, 'file' | 'mapping'>;

interface ChoiceProps {
  readonly name: TextChoice;
  readonly label: string;
  readonly choices: Choices;
  readonly set: (changes: Partial<Choices>) => void;
}

const idOf = (name: string): string => `import-${name}`;

const Select = ({ name, label, choices, set, labels }: ChoiceProps & { readonly labels: Record<string, string> }) => (
  <Field id={idOf(name)} label={label}>
    <select id={idOf(name)} value={choices[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
      {Object.entries(labels).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </Field>
);

const Text = ({ name, label, choices, set, help }: ChoiceProps & { readonly help?: string }) => (
  <Field id={idOf(name)} label={label} help={help}>
    <input
      {...describedBy(idOf(name), { help })}
      type={name === 'url' ? 'url' : 'text'}
      value={choices[name]}
      onInput={(event) => set({ [name]: event.currentTarget.value })}
    />
  </Field>
);

function Options({ choices, set }: Pick<ChoiceProps, 'choices' | 'set'>) {
  const t = texts();
  const own = { choices, set };
  return (
    <details class="import-options">
      <summary>{t.options}</summary>
      <Text name="source" label={t.source} help={t.sourceHelp} {...own} />
      <Select name="dateFormat" label={t.dateFormat} labels={t.dateFormats} {...own} />
      <Select name="encoding" label={t.encoding} labels={t.encodings} {...own} />
      <Select name="status" label={t.status} labels={t.statuses} {...own} />
      <Text name="timezone" label={t.timezone} help={t.timezoneHelp} {...own} />
    </details>
  );
}

const FileField = ({ set }: Pick<ChoiceProps, 'set'>) => (
  <Field id={idOf('file')} label={texts().file} help={texts().fileHelp}>
    <input
      {...describedBy(idOf('file'), { help: texts().fileHelp })}
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
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  /** A result is of the choices that were checked: any other choice needs another check. */
  const set = (changes: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...changes }));
    if (!('mapping' in changes) || 'file' in changes) setChecked(undefined);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(toastFailure);
    setBusy(false);
  };
  const check = () =>
    run(async () => {
      if (!choices.file && !choices.url) throw new Error(t.chooseFile);
      setChecked(await checkImport(choices));
      heading.current?.focus();
    });
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
        <Text name="url" label={t.url} choices={choices} set={set} />
        <Options choices={choices} set={set} />
        <Result>
          {checked && (
            <>
              <h2 ref={heading} tabIndex={-1}>
                {t.checked(t.kinds[checked.kind] ?? checked.kind)}
              </h2>
              <p>{t.checkedText}</p>
              {missing.length > 0 && <p class="error">{t.missing(missing.join(', '))}</p>}
              {missing.length === 0 && <Report report={checked.report} />}
              {checked.csv && <Mapping csv={checked.csv} mapping={choices.mapping} onChange={map} />}
              <Preview records={checked.preview ?? []} />
            </>
          )}
        </Result>
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

const Result = ({ children }: { readonly children: ComponentChildren }) => <div aria-live="polite">{children}</div>;
