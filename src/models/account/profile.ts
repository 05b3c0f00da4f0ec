// The profile of a user as mails and pages use it.
import type { UserRow } from './account.js';

/** The name that people see. */
export const shownName = ({ display_name, name }: Pick<UserRow, 'display_name' | 'name'>): string =>
  display_name || name;

export const recipientOf = (user: UserRow) => ({ name: shownName(user), email: user.email, language: user.language });
