// The fields of a form, grouped in sections.
import { useId } from 'preact/hooks';
import type { FieldInfo, ResourceInfo } from '../api/contract';
import { knownLanguage } from '../i18n/language-name';
import { Icon } from '../ui/icon';
import type { Preview, WidgetContext } from '../widgets/widget';
import { movedEnd } from './default-end';
import type { Stored } from './form-api';
import { FormField } from './form-field';
import { type Section, sectionsOf, titleOf } from './sections';
import { texts } from './texts';
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
  /** The record as it is stored. */
  readonly stored?: Stored | undefined;
  /** Environment variables by the field that they set: it cannot be changed. */
  readonly locked?: Readonly<Record<string, string>>;
  /** Addresses can name a section of this form. */
  readonly isLinkable?: boolean;
  /** Shown at the end of a section. */
  readonly footer?: (section: Section) => preact.ComponentChildren;
  /** Selects the sections to show. */
  readonly where?: (section: Section) => boolean;
}

/** Form values of the series for each field that the date has changed; undefined if they are not known. */
export type OwnValues = ReadonlyMap<string, Values | undefined>;

const plainTextOf = (value: unknown): string =>
  String(value ?? '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export const languageName = (code: string): string => knownLanguage(code) ?? code;

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
    stored,
    locked = {},
    isLinkable = false,
    footer,
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
    record: stored?.record,
    upload,
    enter: onChange,
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
    const variable = locked[field.name];
    const shown = (
      <FormField
        key={key}
        id={`${form}-${key}`}
        field={field}
        value={values[key]}
        error={errors[key] ?? errors[field.input.pair ?? '']}
        context={context}
        languageLabel={languages.length > 1 ? languageName(language) : undefined}
        onChange={enter(field)}
        isOwn={own?.has(field.name)}
        onReset={usual && (() => onChange(usual))}
      />
    );
    return variable === undefined ? shown : <LockedField key={key} variable={variable} field={shown} />;
  };
  return (
    <>
      {sectionsOf(fields, resource, id === undefined)
        .filter(where)
        .map((section) => (
          <SectionFrame
            key={section.name}
            section={section}
            isOpen={hasErrors(section, language, errors)}
            anchor={isLinkable ? section.name : undefined}
          >
            {section.fields.map(entry)}
            {footer?.(section)}
          </SectionFrame>
        ))}
    </>
  );
}

/** A field that an environment variable sets. */
const LockedField = ({ variable, field }: { readonly variable: string; readonly field: preact.ComponentChildren }) => (
  <fieldset class="locked-field" disabled>
    {field}
    <p class="help">
      <Icon name="key" size={15} /> {texts().setBy} <code>{variable}</code>
    </p>
  </fieldset>
);

const hasErrors = ({ fields }: Section, language: string, errors: FieldsProps['errors']): boolean =>
  fields.some((field) => errors[inputKey(field, language)] !== undefined);

interface FrameProps {
  readonly section: Section;
  readonly isOpen: boolean;
  /** Id of the section. */
  readonly anchor: string | undefined;
  readonly children: preact.ComponentChildren;
}

/** Sections without a visible heading: the labels of their fields are enough. */
const withoutHeading: ReadonlySet<string> = new Set(['name', 'texts', 'picture']);

function SectionFrame({ section, isOpen, anchor, children }: FrameProps) {
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
    <section {...(anchor && { id: anchor, tabIndex: -1 })} class={`section section-${name}`} aria-labelledby={heading}>
      <h2 id={heading} class={withoutHeading.has(name) ? 'unseen' : undefined}>
        {title}
      </h2>
      <div class="section-fields">{children}</div>
    </section>
  );
}
