// A generated secret, which is shown only once.
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { ask, Dialog } from '../ui/dialog';
import { texts as uiTexts } from '../ui/texts';
import { texts } from './texts';
import './users.css';

interface CopyableTextProps {
  readonly text: string;
  readonly copyLabel?: string;
}

export const CopyableText = ({ text, copyLabel }: CopyableTextProps) => (
  <p>
    <output class="secret">{text}</output>
    <CopyButton text={text} {...(copyLabel && { label: copyLabel })} />
  </p>
);

interface OneTimeSecretProps {
  readonly label: string;
  readonly secret: string;
  readonly advice?: string;
}

export const OneTimeSecret = ({ label, secret, advice = '' }: OneTimeSecretProps) => (
  <div class="one-time-secret" role="status">
    <p>
      <strong>{label}</strong> {texts().copyNow} {advice}
    </p>
    <CopyableText text={secret} />
  </div>
);

/** In a dialog. */
export const showSecret = (title: string, secret: OneTimeSecretProps): Promise<undefined> =>
  ask((close) => (
    <Dialog title={title} onClose={close} footer={<Button onClick={() => close()}>{uiTexts().done}</Button>}>
      <OneTimeSecret {...secret} />
    </Dialog>
  ));
