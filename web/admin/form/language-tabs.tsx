// The languages of a form. A dot marks those in which the record has a text of its own.
import type { ComponentChildren } from 'preact';
import type { FieldInfo } from '../api/contract';
import { TabPanel, Tabs } from '../ui/tabs';
import { languageName } from './fields';
import { isEmpty, keyOf, type Values } from './values';

interface LanguageTabsProps {
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
  readonly language: string;
  readonly values: Values;
  readonly onChange: (language: string) => void;
}

/** One form is in front at a time, so that one name does. */
const panel = 'language-panel';

export function LanguageTabs({ fields, languages, language, values, onChange }: LanguageTabsProps) {
  const spoken = fields.filter(({ input }) => input.spoken);
  if (languages.length < 2 || spoken.length === 0) return null;
  const speaks = (code: string) => spoken.some((field) => !isEmpty(values[keyOf(field, code)]));
  return (
    <Tabs
      label="Language of the texts"
      tabs={languages.map((code) => ({
        id: code,
        label: code === language || speaks(code) ? languageName(code) : `${languageName(code)} (no text yet)`,
        marked: speaks(code),
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
