// A generated secret, which is shown only once.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';

interface CopyableTextProps {
  readonly text: string;
  readonly copyLabel?: string;
}

export function CopyableText({ text, copyLabel = 'Copy' }: CopyableTextProps) {
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
        {isCopied ? 'Copied' : copyLabel}
      </Button>
    </p>
  );
}

interface OneTimeSecretProps {
  readonly label: string;
  readonly secret: string;
}

export const OneTimeSecret = ({ label, secret }: OneTimeSecretProps) => (
  <div class="one-time-secret" role="status">
    <p>
      <strong>{label}</strong> Copy it now. It will not be shown again.
    </p>
    <CopyableText text={secret} />
  </div>
);
