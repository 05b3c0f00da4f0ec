// Asks for the reason of a rejection.
import { useId } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { texts } from './texts';

interface RejectDialogProps {
  readonly title: string;
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

const maxReason = 2_000;

export function RejectDialog({ title, onReject, onClose }: RejectDialogProps) {
  const t = texts();
  const [form, reason] = [useId(), useId()];
  return (
    <Dialog
      title={t.rejectTitle(title)}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="danger" type="submit" form={form}>
            {t.reject}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          onReject(String(new FormData(event.currentTarget).get('reason')).trim());
        }}
      >
        <p>{t.rejectText}</p>
        <Field id={reason} label={t.reason} help={t.reasonHelp}>
          <textarea
            {...describedBy(reason, { help: t.reasonHelp })}
            name="reason"
            rows={4}
            required
            maxLength={maxReason}
          />
        </Field>
      </form>
    </Dialog>
  );
}
