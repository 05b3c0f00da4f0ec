// Senders whose events are published without review.
import { showDay } from '../api/moment';
import { Button } from '../ui/button';
import { useLoaded } from '../ui/load';
import { Failure } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { listTrusted, removeTrusted } from './review-api';
import { texts } from './texts';

/** Loads again when `version` changes. */
export function TrustedSenders({ version }: { readonly version: unknown }) {
  const t = texts();
  const { value, error, reload } = useLoaded(listTrusted, [version]);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (!value || value.length === 0) return null;
  const remove = async (id: number, email: string) => {
    await removeTrusted(id);
    toast(t.removed(email));
    reload();
  };
  return (
    <section class="card">
      <h2>{t.trustedTitle}</h2>
      <p class="quiet-text">{t.trustedText}</p>
      <ul class="review-trusted">
        {value.map(({ id, email, created_utc }) => (
          <li key={id}>
            <span>
              {email}{' '}
              <span class="quiet-text">
                {t.since} {showDay(created_utc)}
              </span>
            </span>
            <Button aria-label={t.removeLabel(email)} onClick={() => inBackground(remove(id, email))}>
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
