// Two-step verification of the signed-in user: state, set-up, new recovery codes, turning off.
import { useState } from 'preact/hooks';
import type { SecondFactor } from '../api/generated';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { type Sending, useForm } from '../ui/form';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { toast } from '../ui/toast';
import { CopyableText } from '../users/one-time-secret';
import { withCodeError } from './code-error';
import { CodeField, PasswordField } from './fields';
import { RecoveryCodes } from './recovery-codes';
import './security.css';
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './security-api';
import { texts } from './texts';

type OpenDialog = 'set-up' | 'renew' | 'turn-off';

export function SecondFactorSection() {
  const [open, setOpen] = useState<OpenDialog>();
  const state = useLoaded(readSecondFactor, []);
  const text = texts().secondFactor;
  const close = () => {
    setOpen(undefined);
    state.reload();
  };
  return (
    <section class="card">
      <h2>{text.title}</h2>
      <p class="quiet-text">{text.about}</p>
      {state.error !== undefined && <Failure error={state.error} retry={state.reload} />}
      {!state.value && state.error === undefined && <Loading lines={2} />}
      {state.value && <State {...state.value} onOpen={setOpen} />}
      {open === 'set-up' && <SetUpDialog onClose={close} />}
      {open === 'renew' && <RenewDialog onClose={close} />}
      {open === 'turn-off' && <TurnOffDialog onClose={close} />}
    </section>
  );
}

function State({
  enabled,
  recovery_codes_left,
  onOpen,
}: SecondFactor & { readonly onOpen: (dialog: OpenDialog) => void }) {
  const text = texts().secondFactor;
  if (!enabled)
    return (
      <>
        <p>{text.off}</p>
        <Button onClick={() => onOpen('set-up')}>{text.setUp}</Button>
      </>
    );
  return (
    <>
      <p>
        <strong>{text.on}</strong> {text.codesLeft(recovery_codes_left)}
      </p>
      <p class="button-row">
        <Button onClick={() => onOpen('renew')}>{text.newCodes}</Button>
        <Button kind="danger" onClick={() => onOpen('turn-off')}>
          {text.turnOff}
        </Button>
      </p>
    </>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

const Problem = ({ failure }: Pick<Sending, 'failure'>) =>
  failure ? (
    <p class="failure-text" role="alert">
      {failure}
    </p>
  ) : null;

/** Password, then the first code of the app, then the recovery codes. */
function SetUpDialog({ onClose }: DialogProps) {
  const [started, setStarted] = useState<SecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { setUpTitle, codesTitle } = texts().secondFactor;
  return (
    <Dialog title={codes ? codesTitle : setUpTitle} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : started ? (
        <ConfirmForm started={started} onCodes={setCodes} />
      ) : (
        <StartForm onStarted={setStarted} />
      )}
    </Dialog>
  );
}

function StartForm({ onStarted }: { readonly onStarted: (started: SecondFactor) => void }) {
  const { busy, errors, failure, onSubmit } = useForm(async ({ current_password = '' }) =>
    onStarted(await startSecondFactor(current_password)),
  );
  return (
    <form onSubmit={onSubmit}>
      <PasswordField error={errors.current_password} />
      <Problem failure={failure} />
      <Button kind="primary" type="submit" busy={busy}>
        {texts().secondFactor.setUp}
      </Button>
    </form>
  );
}

interface ConfirmFormProps {
  readonly started: SecondFactor;
  readonly onCodes: (codes: readonly string[]) => void;
}

function ConfirmForm({ started: { secret = '', qr_code = '' }, onCodes }: ConfirmFormProps) {
  const text = texts().secondFactor;
  const { busy, errors, failure, onSubmit } = useForm(async ({ code = '' }) => {
    const { recovery_codes = [] } = await confirmSecondFactor(code);
    toast(text.turnedOn);
    onCodes(recovery_codes);
  });
  return (
    <form onSubmit={onSubmit}>
      <p>{text.scan}</p>
      <p>
        <img class="qr-code" src={`data:image/svg+xml,${encodeURIComponent(qr_code)}`} alt={text.qrCode} />
      </p>
      <p>{text.orType}</p>
      <CopyableText text={secret.replace(/.{4}(?=.)/g, '$& ')} />
      <CodeField label={text.firstCode} error={errors.code} />
      <Problem failure={failure} />
      <Button kind="primary" type="submit" busy={busy}>
        {text.turnOn}
      </Button>
    </form>
  );
}

function RenewDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, errors, failure, onSubmit } = useForm(async ({ current_password = '', code = '' }) => {
    const { recovery_codes = [] } = await withCodeError(renewRecoveryCodes(current_password, code));
    setCodes(recovery_codes);
  });
  const { newCodes, codesTitle } = texts().secondFactor;
  return (
    <Dialog title={codes ? codesTitle : newCodes} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form onSubmit={onSubmit}>
          <PasswordField error={errors.current_password} />
          <CodeField error={errors.code} help={texts().codeHelp} />
          <Problem failure={failure} />
          <Button kind="primary" type="submit" busy={busy}>
            {newCodes}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function TurnOffDialog({ onClose }: DialogProps) {
  const text = texts().secondFactor;
  const { busy, errors, failure, onSubmit } = useForm(async ({ current_password = '', code = '' }) => {
    await withCodeError(removeSecondFactor(current_password, code));
    toast(text.turnedOff);
    onClose();
  });
  return (
    <Dialog title={text.turnOffTitle} size="small" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <PasswordField error={errors.current_password} />
        <CodeField error={errors.code} help={texts().codeHelp} />
        <Problem failure={failure} />
        <Button kind="danger" type="submit" busy={busy}>
          {text.turnOff}
        </Button>
      </form>
    </Dialog>
  );
}
