// A button that copies a text.
import { useState } from 'preact/hooks';
import { Button, type ButtonKind } from './button';
import { texts } from './texts';

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly kind?: ButtonKind;
}

export function CopyButton({ text, label = texts().copy, kind = 'plain' }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => setCopied(undefined),
    );
  };
  return (
    <Button kind={kind} icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      {isCopied ? texts().copied : label}
    </Button>
  );
}
