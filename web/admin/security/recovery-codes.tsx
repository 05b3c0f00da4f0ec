// New recovery codes, which are shown once.
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { texts as uiTexts } from '../ui/texts';
import { texts } from './texts';

export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { codesAbout, copyCodes } = texts().secondFactor;
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
        <CopyButton text={codes.join('\n')} label={copyCodes} />
        <Button kind="primary" onClick={onDone}>
          {uiTexts().done}
        </Button>
      </p>
    </>
  );
}
