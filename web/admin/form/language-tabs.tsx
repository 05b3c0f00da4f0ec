// The language tabs of a form. Each tab shows whether its texts are translated, unsaved or have errors.
import type { ComponentChildren } from 'preact';
import type { FieldInfo } from '../api/contract';
import { type Tab, TabPanel, Tabs } from '../ui/tabs';
import { languageName } from './fields';
import { texts } from './texts';
import { inputKey, isEmpty, type Values } from './values';

interface LanguageTabsProps {
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
  readonly language: string;
  readonly values: Values;
  /** Unsaved changes. */
  readonly changes: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (language: string) => void;
}

/** One id is enough: only one form is visible at a time. */
const panel = 'language-panel';

export function LanguageTabs({ fields, languages, language, values, changes, errors, onChange }: LanguageTabsProps) {
  const translated = fields.filter(({ input }) => input.translated);
  if (languages.length < 2 || translated.length === 0) return null;
  const some = (code: string, test: (key: string) => boolean) =>
    translated.some((field) => test(inputKey(field, code)));
  const signOf = (code: string): Pick<Tab, 'sign'> => {
    if (some(code, (key) => key in errors))
      return { sign: { kind: 'wrong', icon: 'warning', label: texts().hasErrors } };
    if (some(code, (key) => key in changes))
      return { sign: { kind: 'unsaved', icon: 'edit', label: texts().hasChanges } };
    return {};
  };
  const isTranslated = (code: string) => some(code, (key) => !isEmpty(values[key]));
  return (
    <Tabs
      label={texts().language}
      tabs={languages.map((code) => ({
        id: code,
        label: code === language || isTranslated(code) ? languageName(code) : texts().notTranslated(languageName(code)),
        ...signOf(code),
      }))}
      current={language}
      onChange={onChange}
      panel={panel}
    />
  );
}

interface PanelProps {
  readonly languages: readonly string[];
  readonly language: string;
  readonly children: ComponentChildren;
}

/** The panel that the tabs control. */
export const LanguagePanel = ({ languages, language, children }: PanelProps) =>
  languages.length < 2 ? (
    <div>{children}</div>
  ) : (
    <TabPanel id={panel} current={language}>
      {children}
    </TabPanel>
  );
