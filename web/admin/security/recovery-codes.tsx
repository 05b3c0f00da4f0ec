// New recovery codes, which are shown once.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { texts } from './texts';

export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { codesAbout, copyCodes, done } = texts().secondFactor;
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <p>{codesAbout}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="button-row">
        <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copyCodes}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {done}
        </Button>
      </p>
    </>
  );
}
