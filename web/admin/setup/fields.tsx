// The fields of the set-up page.
import { useId, useState } from 'preact/hooks';
import type { Setup } from '../api/generated';
import { language as consoleLanguage } from '../i18n/texts';
import { describedBy, Field } from '../ui/field';
import { offsetOf, zones } from '../widgets/zones';
import { texts } from './texts';

type Errors = Readonly<Record<string, string>>;

interface InputProps extends Record<string, unknown> {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

function Input({ label, help, error, ...input }: InputProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} error={error}>
      <input {...describedBy(id, { help, error })} {...input} />
    </Field>
  );
}

export const CodeField = ({ code, error }: { readonly code: string; readonly error: string | undefined }) => (
  <Input
    name="code"
    label={texts().code}
    help={texts().codeHelp}
    error={error}
    defaultValue={code}
    required
    maxLength={200}
    autocomplete="one-time-code"
    autocapitalize="none"
    spellcheck={false}
  />
);

const named = (zone: string): string => {
  const offset = offsetOf(zone, undefined);
  return `${zone.replaceAll('_', ' ')}${offset && zone !== 'UTC' ? ` (${offset})` : ''}`;
};

function ZoneField({ zone, error }: { readonly zone: string; readonly error: string | undefined }) {
  const id = useId();
  // Some browsers report a zone that their own list has under another name.
  const known = [...new Set([zone, ...zones()])];
  return (
    <Field id={id} label={texts().timezone} error={error}>
      <select {...describedBy(id, { error })} name="timezone">
        {known.map((one) => (
          <option key={one} value={one} selected={one === zone}>
            {named(one)}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The name of a language in the language of the console. */
const languageName = (code: string): string => {
  const name = new Intl.DisplayNames([consoleLanguage.value], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

function LanguageFields({ codes, error }: { readonly codes: readonly string[]; readonly error: string | undefined }) {
  const id = useId();
  const t = texts();
  const [main, setMain] = useState(codes.find((code) => code === consoleLanguage.value) ?? codes[0] ?? '');
  const others = codes.filter((code) => code !== main);
  return (
    <>
      <Field id={id} label={t.language} error={error}>
        <select
          {...describedBy(id, { error })}
          name="language"
          value={main}
          onChange={({ currentTarget }) => setMain(currentTarget.value)}
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      </Field>
      <Field id={`${id}-further`} label={t.otherLanguages} group>
        <div class="setup-choices">
          {others.map((code) => (
            <label key={code}>
              <input type="checkbox" name="further" value={code} />
              <span>{languageName(code)}</span>
            </label>
          ))}
        </div>
      </Field>
    </>
  );
}

interface SiteProps {
  readonly setup: Setup;
  /** The time zone of the browser. */
  readonly zone: string;
  /** The address of the site in the browser. */
  readonly url: string;
  readonly errors: Errors;
}

/** Without the settings that an environment variable locks. */
export function SiteFields({ setup: { languages, locked }, zone, url, errors }: SiteProps) {
  const t = texts();
  const isFree = (name: Setup['locked'][number]) => !locked.includes(name);
  return (
    <fieldset class="setup-group">
      <legend>{t.site}</legend>
      {isFree('site_name') && (
        <Input
          name="site_name"
          label={t.siteName}
          help={t.siteNameHelp}
          error={errors.site_name}
          required
          maxLength={100}
        />
      )}
      {isFree('timezone') && <ZoneField zone={zone} error={errors.timezone} />}
      {isFree('languages') && <LanguageFields codes={languages} error={errors.languages} />}
      {isFree('public_url') && (
        <Input
          name="public_url"
          type="url"
          label={t.publicUrl}
          help={t.publicUrlHelp}
          error={errors.public_url}
          defaultValue={url}
          maxLength={300}
        />
      )}
    </fieldset>
  );
}

export function ContentField() {
  const id = useId();
  const t = texts();
  return (
    <Field id={id} label={t.content} group>
      <div class="setup-choices">
        <label>
          <input type="radio" name="content" value="empty" defaultChecked />
          <span>{t.empty}</span>
        </label>
        <label>
          <input type="radio" name="content" value="demo" />
          <span>{t.demo}</span>
        </label>
      </div>
    </Field>
  );
}

export function AccountFields({ errors }: { readonly errors: Errors }) {
  const t = texts();
  return (
    <fieldset class="setup-group">
      <legend>{t.account}</legend>
      <Input name="user" label={t.user} error={errors.user} required maxLength={60} autocomplete="username" />
      <Input name="email" type="email" label={t.email} help={t.emailHelp} error={errors.email} autocomplete="email" />
      <Input
        name="password"
        type="password"
        label={t.password}
        help={t.passwordHelp}
        error={errors.password}
        required
        minLength={10}
        maxLength={200}
        autocomplete="new-password"
      />
    </fieldset>
  );
}
