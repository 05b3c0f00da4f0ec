// The review queue: pending events of visitors and contributors, and trusted senders.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import type { ReviewItem } from '../api/generated';
import { useTitle } from '../shell/title';
import { useLoaded } from '../ui/load';
import { Pager } from '../ui/pager';
import { Empty, Failure, Loading } from '../ui/state';
import { inBackground, toast, toastFailure } from '../ui/toast';
import { setReviewCount } from './count';
import { Item } from './item';
import { askReason } from './reject-dialog';
import { approve, listReview, perPage, reject } from './review-api';
import './review.css';
import { texts } from './texts';
import { TrustedSenders } from './trusted-senders';

export function ReviewPage() {
  const t = texts();
  useTitle(t.title);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useLoaded((signal) => listReview(page, signal), [page]);
  const { value, error } = list;
  useEffect(() => {
    if (value) setReviewCount(value.total);
  }, [value]);

  const decide = async (decision: Promise<ReviewItem>, done: (title: string) => string) => {
    setBusy(true);
    try {
      const { event, is_notified, sender } = await decision;
      const notNotified = sender && !is_notified ? ` ${t.notNotified}` : '';
      toast(done(event.title) + notNotified);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) toast(t.changed, { kind: 'failed' });
      else toastFailure(error);
    } finally {
      setBusy(false);
      // The button is gone with its event: the keyboard continues at the top of the list. After a refusal, because another
      // editor was faster, the list is outdated too.
      heading.current?.focus();
      list.reload();
    }
  };

  const rejectWithReason = async (item: ReviewItem) => {
    const reason = await askReason(item.event.title, value?.sends_mail ?? false);
    if (reason !== undefined) await decide(reject(item, reason), t.rejected);
  };

  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{t.title}</h1>
      </header>
      {error !== undefined && <Failure error={error} retry={list.reload} />}
      {!value && error === undefined && <Loading label={t.loading} />}
      {value && (
        <p class="quiet-text review-count" role="status">
          <span ref={heading} tabIndex={-1}>
            {t.waiting(value.total)}
          </span>
        </p>
      )}
      {value?.total === 0 && <Empty icon="check" title={t.empty} text={t.emptyText} />}
      {value?.items.map((item) => (
        <Item
          key={item.event.id}
          item={item}
          busy={busy}
          onApprove={(trusts) => inBackground(decide(approve(item, trusts), t.approved))}
          onReject={() => inBackground(rejectWithReason(item))}
        />
      ))}
      {value && value.total_pages > 1 && (
        <Pager page={page} pages={value.total_pages} perPage={perPage} total={value.total} onPage={setPage} />
      )}
      <TrustedSenders version={value} />
    </div>
  );
}
