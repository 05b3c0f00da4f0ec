// The sessions of the signed-in user.
import { request, responseBody } from '../api/client';
import type { UserSession, UserSessionList } from '../api/generated';
import { showUtc } from '../api/moment';
import { provider } from '../api/paths';
import { Button } from '../ui/button';
import { useLoaded } from '../ui/load';
import { LoadedView } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { texts } from './texts';

const path = '/users/me/sessions';

export function SessionsSection() {
  const list = useLoaded((signal) => responseBody<UserSessionList>('GET', path, { signal }), []);
  const text = texts().sessions;
  const end = (below: string, done: string) =>
    inBackground(
      request('DELETE', path + below)
        .then(() => toast(done))
        .finally(list.reload),
    );
  return (
    <section class="card">
      <h2>{text.title}</h2>
      <p class="quiet-text">{text.about}</p>
      <LoadedView of={list} lines={2}>
        {({ sessions }) => (
          <>
            <ul class="plain-list">
              {sessions.map((one) => (
                <Session key={one.id} {...one} onEnd={() => end(`/${one.id}`, text.ended)} />
              ))}
            </ul>
            {sessions.some(({ current }) => !current) && (
              <Button onClick={() => end('', text.endedOthers)}>{text.endOthers}</Button>
            )}
          </>
        )}
      </LoadedView>
    </section>
  );
}

function Session({ onEnd, ...session }: UserSession & { readonly onEnd: () => void }) {
  const { browser, ip, method, current, created_utc, last_seen_utc } = session;
  const text = texts().sessions;
  const name = browser || text.unknown;
  const details = [
    ip,
    created_utc && text.signedIn(showUtc(created_utc)),
    method === 'oidc' && text.by(provider || 'OpenID Connect'),
    !current && last_seen_utc && text.lastSeen(showUtc(last_seen_utc)),
  ].filter(Boolean);
  return (
    <li>
      <span>
        <strong>{name}</strong> {current && <span class="badge">{text.current}</span>}
        <br />
        <span class="quiet-text">{details.join(', ')}</span>
      </span>
      {!current && (
        <Button kind="quiet" aria-label={text.endOne(name)} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </li>
  );
}
