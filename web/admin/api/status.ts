// Labels of record statuses.
import { humanised } from './label';

const labels: Readonly<Record<string, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending review',
  private: 'Private',
  trash: 'Trash',
};

export const statusLabel = (status: string): string => labels[status] ?? humanised(status);
