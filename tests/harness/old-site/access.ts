// Who may read which records of the old site.
import { type OldPost, type OldStatus, oldStatuses } from './records.js';

export type Role = 'administrator' | 'contributor' | 'anonymous';

export interface OldRequestData {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly role: Role;
  /** ID of the user, 0 for none. */
  readonly user: number;
}

/** Statuses that each role may ask for. */
const readable: Readonly<Record<Role, readonly OldStatus[]>> = {
  administrator: oldStatuses,
  contributor: ['publish', 'draft', 'pending'],
  anonymous: ['publish'],
};

/** Undefined if one of them is unknown or not allowed. */
export function statusesOf({ query, role }: OldRequestData): readonly OldStatus[] | undefined {
  const text = query.get('status');
  const usual = readable[role].filter((status) => status !== 'trash');
  if (text === null || text === 'any') return text === 'any' && role === 'anonymous' ? undefined : usual;
  const asked = text.split(',') as OldStatus[];
  return asked.every((status) => readable[role].includes(status)) ? asked : undefined;
}

export const mayRead = ({ status, author }: OldPost, { role, user }: Pick<OldRequestData, 'role' | 'user'>): boolean =>
  status === 'publish' || role === 'administrator' || (role === 'contributor' && author === user);
