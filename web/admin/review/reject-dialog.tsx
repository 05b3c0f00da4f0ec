// Asks for the reason of a rejection.
import { ask } from '../ui/dialog';
import { FormDialog } from '../ui/form';
import { texts } from './texts';

const maxLength = 2_000;

/** Resolves to undefined when it is cancelled. */
export const askReason = (title: string, sendsMail: boolean): Promise<string | undefined> =>
  ask<string>((close) => (
    <FormDialog
      title={texts().rejectTitle(title)}
      items={[
        {
          name: 'reason',
          type: 'lines',
          label: texts().reason,
          help: sendsMail ? texts().reasonHelp : texts().noMail,
          required: true,
          maxLength,
        },
      ]}
      kind="danger"
      submit={texts().reject}
      send={async ({ reason = '' }) => close(reason.trim())}
      onClose={close}
    >
      <p>{texts().rejectText}</p>
    </FormDialog>
  ));
