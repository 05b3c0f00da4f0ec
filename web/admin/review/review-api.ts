// API calls of the review page.
import { request, responseBody } from '../api/client';
import type { ReviewItem, ReviewList, TrustedSender, TrustedSenderList } from '../api/generated';

export const perPage = 20;

export const listReview = (page: number, signal: AbortSignal): Promise<ReviewList> =>
  responseBody<ReviewList>('GET', '/review', { query: { page, per_page: perPage }, signal });

export const readReviewCount = async (): Promise<number> =>
  (await request<ReviewList>('GET', '/review', { query: { per_page: 1, _fields: 'total' } })).body.total;

/** Decides about the version that is shown: the service refuses if it was changed. */
const decide = (
  { event, version }: ReviewItem,
  action: 'approve' | 'reject',
  body: Readonly<Record<string, unknown>>,
): Promise<ReviewItem> => responseBody<ReviewItem>('POST', `/events/${event.id}/${action}`, { body, ifMatch: version });

export const approve = (item: ReviewItem, trust: boolean): Promise<ReviewItem> => decide(item, 'approve', { trust });
export const reject = (item: ReviewItem, reason: string): Promise<ReviewItem> => decide(item, 'reject', { reason });

export const listTrusted = async (signal: AbortSignal): Promise<readonly TrustedSender[]> =>
  (await request<TrustedSenderList>('GET', '/trusted-senders', { signal })).body.trusted_senders;

export const removeTrusted = (id: number) => request('DELETE', `/trusted-senders/${id}`);
