// The number of events that wait for review, for the navigation. It is read at the start and with a page, at most once a
// minute; the review page knows it exactly after each decision.
import { signal } from '@preact/signals';
import { may } from '../api/session';
import { readReviewCount } from './review-api';

const intervalMs = 60_000;
const count = signal(0);
let readAt = Number.NEGATIVE_INFINITY;

export const reviewCount = (): number => count.value;

export function setReviewCount(total: number): void {
  count.value = total;
  readAt = performance.now();
}

/** A navigation without a number is no fault: errors are left to the pages. */
export function refreshReviewCount(): void {
  if (!may('edit-others') || performance.now() - readAt < intervalMs) return;
  readAt = performance.now();
  readReviewCount().then(setReviewCount, () => undefined);
}
