// Makes the code that embeds the calendar into another website, with a live preview.
import { useId, useState } from 'preact/hooks';
import { contract, resourceAt } from '../api/contract';
import { sitePath } from '../api/paths';
import { allRecords } from '../api/records';
import { language } from '../i18n/texts';
import { useTitle } from '../shell/title';
import { type Choice, choicesIn } from '../ui/choices';
import { CopyButton } from '../ui/copy-button';
import { describedBy, Field } from '../ui/field';
import { type FormItem, FormItems } from '../ui/form';
import { useLoaded } from '../ui/load';
import { ColorInput } from '../widgets/color';
import { Preview } from './preview';
import { type EmbedOptions, previewUrl, snippetOf } from './snippet';
import { texts } from './texts';
import './embed.css';
import '../widgets/widgets.css';

interface ColorProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function Color({ label, value = '', onChange }: ColorProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <ColorInput control={{ id }} {...{ label, value, onChange }} />
    </Field>
  );
}

function useCategories(): readonly Choice[] {
  const categories = resourceAt('categories');
  const { value = [] } = useLoaded(
    async (signal) => (categories ? allRecords(categories, {}, signal) : []),
    [categories?.path],
  );
  return value.map((record) => ({ value: String(record.slug), label: String(record.name) }));
}

function Code({ code }: { readonly code: string }) {
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
        <CopyButton kind="primary" text={code} label={texts().copy} />
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
  const item = (name: string, label: string, more: Partial<FormItem>): FormItem => ({
    ...{ name, label, value: options[name] ?? '', onChange: (value) => set(name, value) },
    ...more,
  });
  const select = (name: string, label: string, choices: readonly Choice[]) =>
    item(name, label, { type: 'select', options: choices });
  const items = [
    select('view', said.view, choicesIn(said.views)),
    ...(['month', 'mini'].includes(options.view ?? '')
      ? []
      : [item('limit', said.limit, { type: 'number', help: said.limitHelp, min: 1, max: 50 })]),
    select('category', said.category, [{ value: '', label: said.all }, ...categories]),
    ...(languages.length > 1
      ? [
          select('lang', said.language, [
            { value: '', label: said.visitor },
            ...languages.map((code) => ({ value: code, label: names.of(code) ?? code })),
          ]),
        ]
      : []),
    select('theme', said.theme, choicesIn(said.themes)),
  ];
  const corners = item('corners', said.corners, { type: 'number', help: said.cornersHelp, min: 0, max: 32 });
  const font = select('font', said.font, [{ value: '', label: said.usual }, ...choicesIn(said.fonts)]);
  useTitle(said.title);
  return (
    <>
      <header class="page-head">
        <h1>{said.title}</h1>
      </header>
      <p>{said.intro}</p>
      <div class="embed-maker">
        <form class="embed-options" aria-label={said.options} onSubmit={(event) => event.preventDefault()}>
          <FormItems items={items} errors={{}} />
          {(['accent', 'background', 'text'] as const).map((name) => (
            <Color key={name} label={said[name]} value={options[name]} onChange={(value) => set(name, value)} />
          ))}
          <FormItems items={[corners, font]} errors={{}} />
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
