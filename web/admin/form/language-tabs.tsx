// The languages of a form. Each tab says whether the texts are translated, changed and not saved, or wrong.
import type { ComponentChildren } from 'preact';
import type { FieldInfo } from '../api/contract';
import { type Tab, TabPanel, Tabs } from '../ui/tabs';
import { languageName } from './fields';
import { isEmpty, keyOf, type Values } from './values';

interface LanguageTabsProps {
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
  readonly language: string;
  readonly values: Values;
  /** What differs from what is stored. */
  readonly changes: Values;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (language: string) => void;
}

/** One form is in front at a time, so that one name does. */
const panel = 'language-panel';

export function LanguageTabs({ fields, languages, language, values, changes, faults, onChange }: LanguageTabsProps) {
  const spoken = fields.filter(({ input }) => input.spoken);
  if (languages.length < 2 || spoken.length === 0) return null;
  const some = (code: string, test: (key: string) => boolean) => spoken.some((field) => test(keyOf(field, code)));
  const signOf = (code: string): Pick<Tab, 'sign'> => {
    if (some(code, (key) => key in faults)) return { sign: { kind: 'wrong', icon: 'warning', label: 'has errors' } };
    if (some(code, (key) => key in changes))
      return { sign: { kind: 'unsaved', icon: 'edit', label: 'unsaved changes' } };
    return {};
  };
  const isTranslated = (code: string) => some(code, (key) => !isEmpty(values[key]));
  return (
    <Tabs
      label="Language of the texts"
      tabs={languages.map((code) => ({
        id: code,
        label: code === language || isTranslated(code) ? languageName(code) : `${languageName(code)} (not translated)`,
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

/** What the tabs are about. */
export const LanguagePanel = ({ languages, language, children }: PanelProps) =>
  languages.length < 2 ? (
    <div>{children}</div>
  ) : (
    <TabPanel id={panel} current={language}>
      {children}
    </TabPanel>
  );
