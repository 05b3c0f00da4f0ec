// The sessions of the signed-in user.
import type { UserSession } from '../api/generated';
import { readWall, showLocal } from '../api/moment';
import { provider } from '../api/paths';
import { Button } from '../ui/button';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { inBackground, toast, toastFailure } from '../ui/toast';
import { endOtherSessions, endSession, listSessions } from './security-api';
import { texts } from './texts';

const show = (utc: string): string => showLocal(readWall(utc).getTime());

export function SessionsSection() {
  const list = useLoaded(listSessions, []);
  const text = texts().sessions;
  const attempt = (change: Promise<unknown>, done: string) =>
    inBackground(change.then(() => toast(done), toastFailure).then(list.reload));
  const others = list.value?.some(({ current }) => !current) ?? false;
  return (
    <section class="card">
      <h2>{text.title}</h2>
      <p class="quiet-text">{text.about}</p>
      {list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Loading lines={2} />}
      <ul class="plain-list">
        {list.value?.map((one) => (
          <Session key={one.id} {...one} onEnd={() => attempt(endSession(one.id), text.ended)} />
        ))}
      </ul>
      {others && <Button onClick={() => attempt(endOtherSessions(), text.endedOthers)}>{text.endOthers}</Button>}
    </section>
  );
}

function Session({
  browser,
  ip,
  method,
  current,
  created_utc,
  last_seen_utc,
  onEnd,
}: UserSession & { readonly onEnd: () => void }) {
  const text = texts().sessions;
  const name = browser || text.unknown;
  const details = [
    ip,
    created_utc && text.signedIn(show(created_utc)),
    method === 'oidc' && text.by(provider || 'OpenID Connect'),
    !current && last_seen_utc && text.lastSeen(show(last_seen_utc)),
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
