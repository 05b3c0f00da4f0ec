// Two-step verification of the signed-in user: state, set-up, new recovery codes, turning off.
import { useState } from 'preact/hooks';
import { request, responseBody } from '../api/client';
import type { SecondFactor } from '../api/generated';
import { Button } from '../ui/button';
import { ask, Dialog } from '../ui/dialog';
import { Form, FormDialog } from '../ui/form';
import { useLoaded } from '../ui/load';
import { QrImage } from '../ui/qr-image';
import { LoadedView } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { CopyableText } from '../users/one-time-secret';
import { withCodeError } from './code-error';
import { codeItem, passwordItem } from './fields';
import { RecoveryCodes } from './recovery-codes';
import './security.css';
import { texts } from './texts';

const path = '/users/me/second-factor';

export function SecondFactorSection() {
  const state = useLoaded((signal) => responseBody<SecondFactor>('GET', path, { signal }), []);
  const text = texts().secondFactor;
  const open = (dialog: () => Promise<unknown>) => () => inBackground(dialog().then(state.reload));
  return (
    <section class="card">
      <h2>{text.title}</h2>
      <p class="quiet-text">{text.about}</p>
      <LoadedView of={state} lines={2}>
        {({ enabled, recovery_codes_left }) =>
          enabled ? (
            <>
              <p>
                <strong>{text.on}</strong> {text.codesLeft(recovery_codes_left)}
              </p>
              <p class="button-row">
                <Button onClick={open(renewCodes)}>{text.newCodes}</Button>
                <Button kind="danger" onClick={open(turnOff)}>
                  {text.turnOff}
                </Button>
              </p>
            </>
          ) : (
            <>
              <p>{text.off}</p>
              <Button onClick={open(setUp)}>{text.setUp}</Button>
            </>
          )
        }
      </LoadedView>
    </section>
  );
}

const setUp = () => ask((close) => <SetUpDialog onClose={close} />);

/** Password, then the first code of the app, then the recovery codes. */
function SetUpDialog({ onClose }: { readonly onClose: () => void }) {
  const [started, setStarted] = useState<SecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const text = texts().secondFactor;
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog title={text.setUpTitle} onClose={onClose}>
      {started ? (
        <Form
          key="confirm"
          items={[codeItem({ label: text.firstCode })]}
          submit={text.turnOn}
          send={async (body) => {
            const { recovery_codes = [] } = await responseBody<SecondFactor>('PATCH', path, { body });
            toast(text.turnedOn);
            setCodes(recovery_codes);
          }}
        >
          <p>{text.scan}</p>
          <p>
            <QrImage svg={started.qr_code ?? ''} alt={text.qrCode} />
          </p>
          <p>{text.orType}</p>
          <CopyableText text={(started.secret ?? '').replace(/.{4}(?=.)/g, '$& ')} />
        </Form>
      ) : (
        <Form
          items={[passwordItem()]}
          submit={text.setUp}
          send={async (body) => setStarted(await responseBody<SecondFactor>('POST', path, { body }))}
        />
      )}
    </Dialog>
  );
}

const CodesDialog = ({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) => (
  <Dialog title={texts().secondFactor.codesTitle} onClose={onClose}>
    <RecoveryCodes codes={codes} onDone={onClose} />
  </Dialog>
);

async function renewCodes(): Promise<void> {
  const { newCodes } = texts().secondFactor;
  const codes = await ask<readonly string[]>((close) => (
    <FormDialog
      title={newCodes}
      items={[passwordItem(), codeItem()]}
      submit={newCodes}
      send={async (body) => {
        const renewing = responseBody<SecondFactor>('POST', `${path}/recovery-codes`, { body });
        close((await withCodeError(renewing)).recovery_codes ?? []);
      }}
      onClose={close}
    />
  ));
  if (codes) await ask((close) => <CodesDialog codes={codes} onClose={close} />);
}

const turnOff = () =>
  ask((close) => (
    <FormDialog
      title={texts().secondFactor.turnOffTitle}
      items={[passwordItem(), codeItem()]}
      kind="danger"
      submit={texts().secondFactor.turnOff}
      send={async (body) => {
        await withCodeError(request('DELETE', path, { body }));
        toast(texts().secondFactor.turnedOff);
        close();
      }}
      onClose={close}
    />
  ));
