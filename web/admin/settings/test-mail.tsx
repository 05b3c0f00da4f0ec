// Sends a test mail with the saved settings and shows what the mail server answers.
import { useId, useState } from 'preact/hooks';
import { messageOf, request } from '../api/client';
import type { Mail } from '../api/generated';
import { Button } from '../ui/button';
import { describedBy, Field } from '../ui/field';
import { inBackground } from '../ui/toast';
import { texts } from './texts';

interface Props {
  readonly hasChanges: boolean;
  /** Resolves to false if the settings could not be saved. */
  readonly save: () => Promise<boolean>;
}

type Result = { readonly mail: Mail } | { readonly error: string };

export function TestMail({ hasChanges, save }: Props) {
  const id = useId();
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const t = texts().testMail;
  const send = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      if (hasChanges && !(await save())) return;
      const body = to.trim() === '' ? {} : { to: to.trim() };
      setResult({ mail: (await request<Mail>('POST', '/mails/test', { body })).body });
    } catch (error) {
      setResult({ error: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="test-mail">
      <Field id={id} label={t.to} help={t.toHelp}>
        <input
          {...describedBy(id, { help: t.toHelp })}
          type="email"
          autoComplete="email"
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
          onKeyDown={(event) => {
            // Not the form around it, which would only save.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            inBackground(send());
          }}
        />
      </Field>
      <p>
        <Button busy={busy} onClick={() => inBackground(send())}>
          {hasChanges ? t.saveAndSend : t.send}
        </Button>
      </p>
      <div role="status">{result && <Outcome result={result} />}</div>
    </div>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  const t = texts().testMail;
  if ('error' in result) return <p class="failure-text">{result.error}</p>;
  const { to, state, error, cause } = result.mail;
  if (state === 'sent') return <p class="test-mail-sent">{t.sent(to)}</p>;
  return (
    <div class="summary">
      <strong>{t.failed}</strong>
      {cause !== 'private-address' && (
        <p>
          {t.answer} <q>{error}</q>
        </p>
      )}
      <p>{t.advice[cause ?? 'other']}</p>
    </div>
  );
}
