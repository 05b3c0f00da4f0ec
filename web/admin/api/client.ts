// Asks the service as the person who is signed in. When the session has ended, they sign in again and the request is
// repeated: whoever asked notices nothing but the time it took.
import { presentSession, session, signedInAgain, tokenOf } from './session';
import { type Answer, type Asked, type Method, Refusal, send } from './wire';

export { type Answer, type Asked, Offline, type QueryValue, Refusal } from './wire';

export async function request<T>(method: Method, path: string, asked: Asked = {}): Promise<Answer<T>> {
  const before = session.value;
  const token = method === 'GET' || !before ? {} : tokenOf(before);
  try {
    const answer = await send<T>(method, path, { ...asked, headers: { ...token, ...asked.headers } });
    // Reading as a stranger is no failure, it just shows less.
    return answer.personal || !before ? answer : again(method, path, asked);
  } catch (error) {
    if (!before || !(error instanceof Refusal) || !mayHaveEnded(error)) throw error;
    const now = await presentSession();
    if (!now) return again(method, path, asked);
    if (now.csrf === before.csrf) throw error;
    // Signed in again elsewhere: the browser has another session, with another token.
    session.value = now;
    return request(method, path, asked);
  }
}

/** A stranger is refused in many ways, but never with an answer that is meant for one person. */
const mayHaveEnded = ({ status, code, personal }: Refusal): boolean =>
  status === 401 || code === 'rest_cookie_invalid_nonce' || (status < 500 && !personal);

async function again<T>(method: Method, path: string, asked: Asked): Promise<Answer<T>> {
  if (await signedInAgain()) return request(method, path, asked);
  throw new Refusal('You are not signed in.', 401, 'rest_not_logged_in', {}, undefined, false);
}
