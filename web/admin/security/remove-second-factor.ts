// Turns off the two-step verification of a user who lost their phone; for administrators.
import type { User } from '../api/generated';
import { confirmAction } from '../ui/dialog';
import { toast, toastFailure } from '../ui/toast';
import { removeSecondFactorOf } from './security-api';
import { texts } from './texts';

export const removalLabel = (): string => texts().secondFactor.turnOffTitle;

export async function turnOffSecondFactor({ id, name }: User): Promise<void> {
  const { removeTitle, removeText, turnOff, removed } = texts().secondFactor;
  if (!(await confirmAction({ title: removeTitle(name), text: removeText, action: turnOff, danger: true }))) return;
  await removeSecondFactorOf(id).then(() => toast(removed(name)), toastFailure);
}
