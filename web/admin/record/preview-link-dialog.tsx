// Shows a preview link to copy by hand.
import { useId } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { shownLink } from './record-actions';
import { texts } from './texts';

export function PreviewLinkDialog() {
  const id = useId();
  if (!shownLink.value) return null;
  const { url, until } = shownLink.value;
  const close = () => {
    shownLink.value = undefined;
  };
  return (
    <Dialog title={texts().linkTitle} onClose={close} footer={<Button onClick={close}>{texts().close}</Button>}>
      <p>{texts().linkHelp(until)}</p>
      <Field id={id} label={texts().link}>
        <input id={id} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  );
}
