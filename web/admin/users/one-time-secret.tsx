// A generated secret, which is shown only once.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';

interface OneTimeSecretProps {
  readonly label: string;
  readonly secret: string;
}

export function OneTimeSecret({ label, secret }: OneTimeSecretProps) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div class="one-time-secret" role="status">
      <p>
        <strong>{label}</strong> Copy it now. It will not be shown again.
      </p>
      <p>
        <output class="secret">{secret}</output>
        <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </p>
    </div>
  );
}
