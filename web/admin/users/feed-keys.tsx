// Private feeds of a user: their keys, and the URL of a new one.
import { useState } from 'preact/hooks';
import { showDay } from '../api/moment';
import { apiBase } from '../api/paths';
import { CopyableText } from './one-time-secret';
import { SecretList } from './secret-list';
import { texts } from './texts';
import { feedKeys, type Owner } from './users-api';

function feedUrl(key: string, onlyPublished: boolean): string {
  const url = new URL(`${apiBase}/events.ics`, location.href);
  if (onlyPublished) url.searchParams.set('status', 'publish');
  url.searchParams.set('key', key);
  return url.href;
}

interface NewFeedProps {
  readonly label: string;
  /** Shown once. */
  readonly secret: string;
}

function NewFeed({ label, secret }: NewFeedProps) {
  const [onlyPublished, setOnlyPublished] = useState(false);
  const url = feedUrl(secret, onlyPublished);
  return (
    <div class="one-time-secret" role="status">
      <p>
        <strong>{texts().feedUrlFor(label)}</strong> {texts().feedUrlText}
      </p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={onlyPublished}
            onChange={({ currentTarget }) => setOnlyPublished(currentTarget.checked)}
          />{' '}
          {texts().publishedOnly}
        </label>
      </p>
      <CopyableText text={url} copyLabel={texts().copyHttps} />
      <CopyableText text={url.replace(/^https?:/, 'webcal:')} copyLabel={texts().copyWebcal} />
    </div>
  );
}

export const FeedKeys = ({ owner }: { readonly owner: Owner }) => (
  <SecretList
    owner={owner}
    api={feedKeys}
    nameLabel={texts().calendarApp}
    createLabel={texts().createFeedUrl}
    emptyText={texts().noPrivateFeeds}
    revokeText={texts().revokeFeedText}
    showCreated={({ label, key }) => key && <NewFeed key={key} label={label} secret={key} />}
    details={({ last_used_utc }) => (last_used_utc ? texts().lastUsed(showDay(last_used_utc)) : texts().neverUsed)}
  />
);
