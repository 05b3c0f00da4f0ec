// The set-up page of a calendar without an administrator: site, content and the own account in one form.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ApiError, messageOf } from '../api/http';
import { consolePath, sitePath } from '../api/paths';
import { browserZone } from '../calendar/zone-choice';
import { texts as shellTexts } from '../shell/texts';
import { useTitle } from '../shell/title';
import { Button, ButtonLink } from '../ui/button';
import { FormItems, useForm } from '../ui/form';
import { accountItems, codeItem, contentItem, mainLanguage, siteItems } from './fields';
import './setup.css';
import { codeFromAddress, loadDemo, setUp, setup } from './setup-api';
import { texts } from './texts';

/** Errors in the language of the console: before set-up the server speaks English only. */
function inConsoleLanguage(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { errors, wrongCode, already, tooManyAttempts } = texts();
  const { status, code, seconds, isPrivate } = error;
  const withParams = (message: string, params: Readonly<Record<string, string>>) =>
    new ApiError(message, status, code, params, seconds, isPrivate);
  if (status === 403) return withParams(wrongCode, { code: wrongCode });
  if (status === 409) return withParams(already, {});
  if (status === 429) return withParams(tooManyAttempts, {});
  const params = Object.entries(error.params).map(([name, message]) => [name, errors[name] ?? message]);
  return withParams(error.message, Object.fromEntries(params));
}

/** The browser's own page load shows the new name, time zone and start page. */
const openConsole = (): void => location.replace(consolePath);

export function SetupPage() {
  const [progress, setProgress] = useState('');
  const [demoFailure, setDemoFailure] = useState<string>();
  const [isClosed, setClosed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const t = texts();
  useTitle(t.title);
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input:not([type=hidden], [type=radio])') ?? [];
    [...fields].find(({ value }) => value === '')?.focus();
  }, []);

  const { errors, failure, busy, onSubmit } = useForm(async (given, form) => {
    const { code = '', user = '', email = '', password = '', language = '', content } = given;
    const further = new FormData(form).getAll('further').map(String);
    const languages = [language, ...further];
    setProgress(t.settingUp);
    try {
      const site = { site_name: given.site_name, timezone: given.timezone, public_url: given.public_url };
      await setUp({ code, ...site, ...(language && { languages }), user, email, password });
    } catch (error) {
      setProgress('');
      if (error instanceof ApiError && error.status === 409) setClosed(true);
      throw inConsoleLanguage(error);
    }
    if (content !== 'demo') return openConsole();
    setProgress(t.loadingDemo);
    try {
      await loadDemo();
      openConsole();
    } catch (error) {
      setDemoFailure(messageOf(error));
    }
  });
  const [language, onLanguage] = useState(() => mainLanguage(setup.value?.languages ?? []));
  if (!setup.value) return null;
  const site = { setup: setup.value, zone: browserZone(), url: location.origin + sitePath, language, onLanguage };
  return (
    <main class="setup">
      <div class="setup-card">
        <img src={`${sitePath}/favicon.svg`} width="48" height="48" alt="" />
        <h1>{t.title}</h1>
        <p class="quiet-text">{t.intro}</p>
        <form ref={form} noValidate onSubmit={onSubmit} aria-describedby={`${id}-failure`}>
          <FormItems items={[codeItem(codeFromAddress(), errors.code !== undefined)]} errors={errors} />
          <fieldset class="setup-group">
            <legend>{t.site}</legend>
            <FormItems items={siteItems(site)} errors={{ ...errors, language: errors.languages ?? '' }} />
          </fieldset>
          <FormItems items={[contentItem()]} errors={errors} />
          <fieldset class="setup-group">
            <legend>{shellTexts().account}</legend>
            <FormItems items={accountItems()} errors={errors} />
          </fieldset>
          <p id={`${id}-failure`} class="failure-text" role="alert">
            {demoFailure === undefined ? failure : `${t.demoFailed} ${demoFailure}`}
          </p>
          <p role="status">{demoFailure === undefined && progress}</p>
          {isClosed || demoFailure !== undefined ? (
            <ButtonLink kind="primary" href={consolePath} target="_self">
              {isClosed ? shellTexts().signIn : t.open}
            </ButtonLink>
          ) : (
            <Button kind="primary" type="submit" busy={busy || progress !== ''}>
              {t.submit}
            </Button>
          )}
        </form>
      </div>
    </main>
  );
}
