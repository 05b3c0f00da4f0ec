// One event of the review queue: what was sent, by whom, and the decision.
import { useId, useState } from 'preact/hooks';
import type { ReviewItem } from '../api/generated';
import { humanised } from '../api/label';
import { showMoment, showSpan, showUtc } from '../api/moment';
import { statusLabel } from '../api/status';
import { hrefOf } from '../router';
import { Button, ButtonLink } from '../ui/button';
import { texts } from './texts';

interface ItemProps {
  readonly item: ReviewItem;
  readonly busy: boolean;
  readonly onApprove: (trust: boolean) => void;
  readonly onReject: () => void;
}

export function Item({ item, busy, onApprove, onReject }: ItemProps) {
  const [trusts, setTrusts] = useState(false);
  const heading = useId();
  const t = texts();
  const { event, sender } = item;
  return (
    <article class="card review-item" aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {event.title}
      </h2>
      <Facts item={item} />
      {item.picture && (
        <figure class="review-picture">
          <img src={item.picture.url} alt={item.picture.alt_text} />
          {item.picture.alt_text && <figcaption class="quiet-text">{item.picture.alt_text}</figcaption>}
        </figure>
      )}
      {event.description && <p class="review-text">{plainText(String(event.description))}</p>}
      {item.message && (
        <blockquote class="review-message">
          <strong>{t.message}</strong>
          <br />
          {item.message}
        </blockquote>
      )}
      <Duplicates item={item} />
      {sender?.is_confirmed && !sender.is_trusted && (
        <label class="review-trust">
          <input type="checkbox" checked={trusts} onChange={({ currentTarget }) => setTrusts(currentTarget.checked)} />
          {t.trust}
        </label>
      )}
      <div class="review-actions">
        <Button
          kind="primary"
          icon="check"
          busy={busy}
          aria-label={t.approveLabel(event.title)}
          onClick={() => onApprove(trusts)}
        >
          {t.approve}
        </Button>
        <Button busy={busy} aria-label={t.rejectLabel(event.title)} onClick={onReject}>
          {t.reject}
        </Button>
        <ButtonLink icon="edit" href={hrefOf(`/events/${event.id}`)} aria-label={`${t.edit}: ${event.title}`}>
          {t.edit}
        </ButtonLink>
        <ButtonLink
          icon="external"
          href={event.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`${t.preview}: ${event.title}`}
        >
          {t.preview}
        </ButtonLink>
      </div>
    </article>
  );
}

interface Linked {
  readonly name: string;
  readonly status?: string | undefined;
}

/** Linked records; one that is not public yet was created with the event. */
const namesOf = (linked: unknown, key: string): readonly Linked[] =>
  [linked ?? []].flat().flatMap((one) => {
    const { [key]: name, status } = one as Readonly<Record<string, unknown>>;
    return typeof name === 'string' ? [{ name, status: typeof status === 'string' ? status : undefined }] : [];
  });

function Facts({ item: { event, sender, author, submitted_utc } }: { readonly item: ReviewItem }) {
  const t = texts();
  const [days, hours] = showSpan(event.start_date, event.end_date, event.all_day ?? false);
  const names = (linked: unknown, key: string) =>
    namesOf(linked, key).map(({ name, status }) =>
      status && status !== 'publish' ? `${name} (${t.notPublic})` : name,
    );
  const facts: readonly (readonly [string, string])[] = [
    [t.when, `${days}, ${hours}`],
    [humanised('venue'), names(event.venue, 'venue').join(', ')],
    [humanised('organizer'), names(event.organizer, 'organizer').join(', ')],
    [humanised('categories'), names(event.categories, 'name').join(', ')],
    // The API fills in the page of the event itself.
    [humanised('website'), event.website === event.url ? '' : (event.website ?? '')],
    [humanised('author'), author?.name ?? ''],
    [t.submitted, showUtc(submitted_utc)],
  ];
  return (
    <dl class="review-facts">
      {sender && (
        <>
          <dt>{t.from}</dt>
          <dd>
            {sender.name} <a href={`mailto:${encodeURIComponent(sender.email)}`}>{sender.email}</a>{' '}
            {!sender.is_confirmed && <span class="badge">{t.unconfirmed}</span>}
            {sender.is_trusted && <span class="badge">{t.trusted}</span>}
          </dd>
        </>
      )}
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

function Duplicates({ item: { duplicates } }: { readonly item: ReviewItem }) {
  if (duplicates.length === 0) return null;
  return (
    <div class="review-duplicates" role="note">
      <strong>{texts().duplicates}</strong>
      <ul>
        {duplicates.map(({ id, title, start_date, status }) => (
          <li key={id}>
            <a href={hrefOf(`/events/${id}`)}>{title}</a> {showMoment(start_date)}{' '}
            <span class={`badge ${status}`}>{statusLabel(status)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The text of sanitized HTML; paragraphs and line breaks become lines. */
function plainText(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/p>/g, '\n');
  return (new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? '').trim();
}
