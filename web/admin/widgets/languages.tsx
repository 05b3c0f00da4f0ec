// Languages by their names, the default first.
import { languageCodes } from '../../../src/core/languages.js';
import { knownLanguage } from '../i18n/language-name';
import { Button, IconButton } from '../ui/button';
import { Combobox, type Option } from './combobox';
import { texts } from './texts';
import { controlProps, type WidgetProps } from './widget';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** All two-letter codes that the browser has a name for, those of the console first. */
const codes = (): readonly string[] => {
  const known = letters.flatMap((one) => letters.map((other) => one + other)).filter((code) => knownLanguage(code));
  return [...new Set([...languageCodes, ...known])];
};

/** A code such as `fr-CA` can be typed. */
function typedCode(text: string): readonly string[] {
  try {
    return [new Intl.Locale(text.trim()).toString()].filter((code) => knownLanguage(code));
  } catch {
    return [];
  }
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const maxOptions = 50;

function optionsFor(typed: string, chosen: readonly string[]): readonly Option[] {
  const sought = folded(typed.trim());
  const named = codes().filter((code) =>
    [knownLanguage(code), knownLanguage(code, code)].some((name) => folded(name ?? '').startsWith(sought)),
  );
  const found = [...new Set([...named, ...typedCode(typed)])].filter((code) => !chosen.includes(code));
  return found.slice(0, maxOptions).map((code) => ({ key: code, label: knownLanguage(code) ?? code, hint: code }));
}

export function LanguagesWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const chosen: readonly string[] = Array.isArray(value) ? value.map(String) : [];
  const nameOf = (code: string) => knownLanguage(code) ?? code;
  return (
    <div class="stack">
      {chosen.length > 0 && (
        <ol class="chosen">
          {chosen.map((code, at) => (
            <li key={code}>
              <span>
                {nameOf(code)} <small class="quiet-text">{code}</small>
              </span>
              {at === 0 ? (
                <small class="badge">{texts().defaultLanguage}</small>
              ) : (
                <Button
                  kind="quiet"
                  aria-label={texts().makeDefaultOf(nameOf(code))}
                  onClick={() => onChange([code, ...chosen.filter((one) => one !== code)])}
                >
                  {texts().makeDefault}
                </Button>
              )}
              <IconButton
                icon="close"
                label={texts().removeItem(nameOf(code))}
                onClick={() => onChange(chosen.filter((one) => one !== code))}
              />
            </li>
          ))}
        </ol>
      )}
      <Combobox
        control={controlProps(props)}
        placeholder={texts().addLanguage}
        options={(typed) => optionsFor(typed, chosen)}
        onPick={({ key }) => onChange([...chosen, key])}
      />
    </div>
  );
}
