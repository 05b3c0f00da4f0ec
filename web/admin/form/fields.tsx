// The fields of a form, grouped in sections.
import { useId } from 'preact/hooks';
import type { FieldInfo, ResourceInfo } from '../api/contract';
import { language as consoleLanguage } from '../i18n/texts';
import type { Preview, WidgetContext } from '../widgets/widget';
import { movedEnd } from './default-end';
import { FormField } from './form-field';
import { type Section, sectionsOf, titleOf } from './sections';
import { inputKey, isEmpty, type Values } from './values';

export interface FieldsProps {
  readonly resource: ResourceInfo;
  readonly id?: number | undefined;
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
  readonly language: string;
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly preview?: Preview | undefined;
  readonly onChange: (changes: Values) => void;
  readonly upload: WidgetContext['upload'];
  /** For a date of a series: the values of the series, by name of the fields that differ. */
  readonly own?: OwnValues;
  /** Selects the sections to show. */
  readonly where?: (section: Section) => boolean;
}

/** Form values of the series for each field that the date has changed; undefined if they are not known. */
export type OwnValues = ReadonlyMap<string, Values | undefined>;

const plainTextOf = (value: unknown): string =>
  String(value ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames([consoleLanguage.value], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};

export function Fields(props: FieldsProps) {
  const {
    resource,
    id,
    fields,
    languages,
    language,
    values,
    errors,
    preview,
    own,
    onChange,
    upload,
    where = () => true,
  } = props;
  const form = useId();
  const here: Values = Object.fromEntries(fields.map((field) => [field.name, values[inputKey(field, language)]]));
  const context: WidgetContext = {
    resource,
    id,
    language,
    values: here,
    preview,
    upload,
    fallback: (field) => {
      const others = field.input.translated ? languages.filter((other) => other !== language) : [];
      const found = others.map((other) => values[inputKey(field, other)]).find((value) => !isEmpty(value));
      return plainTextOf(found).slice(0, 200);
    },
  };
  const enter = (field: FieldInfo) => (value: unknown) =>
    onChange({ ...movedEnd(fields, here, field.name, value), [inputKey(field, language)]: value });
  const entry = (field: FieldInfo) => {
    const key = inputKey(field, language);
    const usual = own?.get(field.name);
    return (
      <FormField
        key={key}
        id={`${form}-${key}`}
        field={field}
        value={values[key]}
        error={errors[key]}
        context={context}
        languageLabel={languages.length > 1 ? languageName(language) : undefined}
        onChange={enter(field)}
        isOwn={own?.has(field.name)}
        onReset={usual && (() => onChange(usual))}
      />
    );
  };
  return (
    <>
      {sectionsOf(fields, resource, id === undefined)
        .filter(where)
        .map((section) => (
          <SectionFrame key={section.name} section={section} isOpen={hasErrors(section, language, errors)}>
            {section.fields.map(entry)}
          </SectionFrame>
        ))}
    </>
  );
}

const hasErrors = ({ fields }: Section, language: string, errors: FieldsProps['errors']): boolean =>
  fields.some((field) => errors[inputKey(field, language)] !== undefined);

interface FrameProps {
  readonly section: Section;
  readonly isOpen: boolean;
  readonly children: preact.ComponentChildren;
}

/** Sections without a visible heading: the labels of their fields are enough. */
const withoutHeading: ReadonlySet<string> = new Set(['name', 'texts', 'picture']);

function SectionFrame({ section, isOpen, children }: FrameProps) {
  const { name, collapsed } = section;
  const title = titleOf(section);
  const heading = useId();
  if (collapsed)
    return (
      <details class={`section section-${name}`} open={isOpen || undefined}>
        <summary>
          <h2>{title}</h2>
        </summary>
        <div class="section-fields">{children}</div>
      </details>
    );
  return (
    <section class={`section section-${name}`} aria-labelledby={heading}>
      <h2 id={heading} class={withoutHeading.has(name) ? 'unseen' : undefined}>
        {title}
      </h2>
      <div class="section-fields">{children}</div>
    </section>
  );
}
