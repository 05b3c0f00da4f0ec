// Checks of mail: links that cannot be sent, mails that failed, and mails that several attempts could not send.
import { all, is, since } from '../core/condition.js';
import { mails, noMailLinks } from '../core/mail.js';
import type { Reader } from '../core/store.js';
import type { Check } from '../storage/maintenance.js';

/** A mail with fewer attempts may just wait for a server that restarts. */
const minAttempts = 3;

/** `lacksUrl`: mail is on, but the public URL of the site is not known. */
export const mailChecks = (store: Reader, lacksUrl: () => Promise<boolean>): readonly Check[] => [
  {
    name: 'mail',
    faults: async () => {
      const order = [{ column: 'id', descending: true }];
      const faultOf = async (text: string, where: ReturnType<typeof is>): Promise<readonly string[]> => {
        const { rows, total } = await store.page({ table: mails, where, order, limit: 1 });
        return total === 0 ? [] : [`${total} ${text}; the last error: ${rows[0]?.error}`];
      };
      return [
        ...((await lacksUrl()) ? [noMailLinks] : []),
        ...(await faultOf('of the last 7 days failed', is('state', 'failed'))),
        ...(await faultOf('could not be sent yet', all(is('state', 'queued'), since('attempts', minAttempts)))),
      ];
    },
  },
];
