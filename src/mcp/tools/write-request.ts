// What requests of tools that write have in common.
import type { Given } from '../../core/field.js';
import type { InternalRequest } from '../../http/internal-request.js';

export const dryRun = ({ dry_run: isDry }: Given): Given => (isDry === true ? { dry_run: 'true' } : {});

/** Refuses the change if the record has another version. */
export const ifVersion = (version: unknown): Pick<InternalRequest, 'headers'> =>
  version === undefined ? {} : { headers: { 'if-match': `"${String(version).replaceAll('"', '')}-tool"` } };
