// A generated secret, which is shown only once.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { texts } from './texts';

interface CopyableTextProps {
  readonly text: string;
  readonly copyLabel?: string;
}

export function CopyableText({ text, copyLabel = texts().copy }: CopyableTextProps) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => setCopied(undefined),
    );
  };
  return (
    <p>
      <output class="secret">{text}</output>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? texts().copied : copyLabel}
      </Button>
    </p>
  );
}

interface OneTimeSecretProps {
  readonly label: string;
  readonly secret: string;
  readonly advice?: string;
}

export const OneTimeSecret = ({ label, secret, advice }: OneTimeSecretProps) => (
  <div class="one-time-secret" role="status">
    <p>
      <strong>{label}</strong> {advice ?? texts().copyNow}
    </p>
    <CopyableText text={secret} />
  </div>
);
