// The fields of the set-up page.

import type { Setup } from '../api/generated';
import { language as consoleLanguage } from '../i18n/texts';
import { texts as securityTexts } from '../security/texts';
import { texts as shellTexts } from '../shell/texts';
import type { Choice } from '../ui/choices';
import type { FormItem } from '../ui/form';
import { zoneLabel, zones } from '../widgets/zones';
import { texts } from './texts';

/** A code of the printed address is not asked for, unless it is wrong. */
export const codeItem = (code: string, isWrong: boolean): FormItem => ({
  name: 'code',
  ...(code !== '' && !isWrong && { type: 'hidden' }),
  label: texts().code,
  help: texts().codeHelp,
  value: code,
  required: true,
  maxLength: 200,
  autocomplete: 'one-time-code',
  autocapitalize: 'none',
  spellcheck: false,
});

/** Some browsers report a zone that their own list has under another name. */
const zoneChoices = (zone: string): readonly Choice[] =>
  [...new Set([zone, ...zones()])].map((value) => ({ value, label: zoneLabel(value) }));

/** With its name in the language of the console. */
const languageChoice = (value: string): Choice => {
  const name = new Intl.DisplayNames([consoleLanguage.value], { type: 'language' }).of(value) ?? value;
  return { value, label: name.charAt(0).toUpperCase() + name.slice(1) };
};

/** The language of the site that is chosen at first. */
export const mainLanguage = (codes: readonly string[]): string =>
  codes.find((code) => code === consoleLanguage.value) ?? codes[0] ?? '';

interface Site {
  readonly setup: Setup;
  /** The time zone of the browser. */
  readonly zone: string;
  /** The address of the site in the browser. */
  readonly url: string;
  readonly language: string;
  readonly onLanguage: (code: string) => void;
}

/** Without the settings that an environment variable locks. */
export function siteItems({
  setup: { languages, locked },
  zone,
  url,
  language,
  onLanguage,
}: Site): readonly FormItem[] {
  const t = texts();
  const items: Readonly<Record<Setup['locked'][number], readonly FormItem[]>> = {
    site_name: [{ name: 'site_name', label: t.siteName, help: t.siteNameHelp, required: true, maxLength: 100 }],
    timezone: [{ name: 'timezone', type: 'select', label: t.timezone, options: zoneChoices(zone), value: zone }],
    languages: [
      {
        name: 'language',
        type: 'select',
        label: t.language,
        options: languages.map(languageChoice),
        value: language,
        onChange: onLanguage,
      },
      {
        name: 'further',
        type: 'checks',
        label: t.otherLanguages,
        options: languages.filter((code) => code !== language).map(languageChoice),
      },
    ],
    public_url: [
      { name: 'public_url', type: 'url', label: t.publicUrl, help: t.publicUrlHelp, value: url, maxLength: 300 },
    ],
  };
  const names = ['site_name', 'timezone', 'languages', 'public_url'] as const;
  return names.flatMap((name) => (locked.includes(name) ? [] : items[name]));
}

export const contentItem = (): FormItem => ({
  name: 'content',
  type: 'radio',
  label: texts().content,
  options: [
    { value: 'empty', label: texts().empty },
    { value: 'demo', label: texts().demo },
  ],
  value: 'empty',
});

export const accountItems = (): readonly FormItem[] => [
  { name: 'user', label: shellTexts().username, required: true, maxLength: 60, autocomplete: 'username' },
  { name: 'email', type: 'email', label: texts().email, help: texts().emailHelp, autocomplete: 'email' },
  {
    name: 'password',
    type: 'password',
    label: shellTexts().password,
    help: securityTexts().minLength,
    required: true,
    minLength: 10,
    maxLength: 200,
    autocomplete: 'new-password',
    showable: true,
  },
];
