// Labels of record statuses.
import { humanised } from './label';
import { texts } from './texts';

export const statusLabel = (status: string): string => texts().statuses[status] ?? humanised(status);
