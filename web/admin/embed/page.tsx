// Makes the code that embeds the calendar into another website, with a live preview.
import { useState } from 'preact/hooks';
import { contract, resourceAt } from '../api/contract';
import { sitePath } from '../api/paths';
import { allRecords } from '../api/records';
import { language } from '../i18n/texts';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { describedBy, Field } from '../ui/field';
import { useLoaded } from '../ui/load';
import { inBackground } from '../ui/toast';
import { ColorInput } from '../widgets/color';
import { Preview } from './preview';
import { type EmbedOptions, previewUrl, snippetOf } from './snippet';
import { texts } from './texts';
import './embed.css';
import '../widgets/widgets.css';

interface OptionProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly options: EmbedOptions;
  readonly set: (name: string, value: string) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const choicesOf = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const idOf = (name: string): string => `embed-${name}`;

const Select = ({ name, label, options, set, choices }: OptionProps & { readonly choices: readonly Choice[] }) => (
  <Field id={idOf(name)} label={label}>
    <select id={idOf(name)} value={options[name] ?? ''} onChange={(event) => set(name, event.currentTarget.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </Field>
);

const Whole = ({ name, label, help, options, set, max }: OptionProps & { readonly max: number }) => (
  <Field id={idOf(name)} label={label} help={help}>
    <input
      {...describedBy(idOf(name), { help })}
      type="number"
      min={name === 'limit' ? 1 : 0}
      max={max}
      value={options[name] ?? ''}
      onInput={(event) => set(name, event.currentTarget.value)}
    />
  </Field>
);

const Color = ({ name, label, options, set }: OptionProps) => (
  <Field id={idOf(name)} label={label}>
    <ColorInput
      control={{ id: idOf(name) }}
      label={label}
      value={options[name] ?? ''}
      onChange={(value) => set(name, value)}
    />
  </Field>
);

function useCategories(): readonly Choice[] {
  const categories = resourceAt('categories');
  const { value = [] } = useLoaded(
    async (signal) => (categories ? allRecords(categories, {}, signal) : []),
    [categories?.path],
  );
  return value.map((record) => ({ value: String(record.slug), label: String(record.name) }));
}

function Code({ code }: { readonly code: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = () =>
    navigator.clipboard?.writeText(code).then(
      () => setCopied(code),
      () => setCopied(undefined),
    );
  return (
    <Field id="embed-code" label={texts().code} help={texts().codeHelp}>
      <textarea
        {...describedBy('embed-code', { help: texts().codeHelp })}
        class="embed-code"
        readOnly
        rows={4}
        value={code}
      />
      <p>
        <Button kind="primary" icon={copied === code ? 'check' : 'copy'} onClick={() => inBackground(copy())}>
          {copied === code ? texts().copied : texts().copy}
        </Button>
      </p>
    </Field>
  );
}

export function EmbedPage() {
  const [options, setOptions] = useState<EmbedOptions>({ view: 'list', theme: 'light' });
  const set = (name: string, value: string) => setOptions((before) => ({ ...before, [name]: value }));
  const said = texts();
  const categories = useCategories();
  const { languages } = contract.site;
  const site = location.origin + sitePath;
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const own = { options, set };
  useTitle(said.title);
  return (
    <>
      <header class="page-head">
        <h1>{said.title}</h1>
      </header>
      <p>{said.intro}</p>
      <div class="embed-maker">
        <form class="embed-options" aria-label={said.options} onSubmit={(event) => event.preventDefault()}>
          <Select name="view" label={said.view} choices={choicesOf(said.views)} {...own} />
          {!['month', 'mini'].includes(options.view ?? '') && (
            <Whole name="limit" label={said.limit} help={said.limitHelp} max={50} {...own} />
          )}
          <Select
            name="category"
            label={said.category}
            choices={[{ value: '', label: said.all }, ...categories]}
            {...own}
          />
          {languages.length > 1 && (
            <Select
              name="lang"
              label={said.language}
              choices={[
                { value: '', label: said.visitor },
                ...languages.map((code) => ({ value: code, label: names.of(code) ?? code })),
              ]}
              {...own}
            />
          )}
          <Select name="theme" label={said.theme} choices={choicesOf(said.themes)} {...own} />
          <Color name="accent" label={said.accent} {...own} />
          <Color name="background" label={said.background} {...own} />
          <Color name="text" label={said.text} {...own} />
          <Whole name="corners" label={said.corners} help={said.cornersHelp} max={32} {...own} />
          <Select
            name="font"
            label={said.font}
            choices={[{ value: '', label: said.usual }, ...choicesOf(said.fonts)]}
            {...own}
          />
        </form>
        <section class="embed-result">
          <Code code={snippetOf(site, options)} />
          <h2>{said.preview}</h2>
          <Preview url={previewUrl(site, options)} />
        </section>
      </div>
    </>
  );
}
