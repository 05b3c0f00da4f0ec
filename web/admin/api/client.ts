// Asks the service as the person who is signed in. When the session has ended, they sign in again and the request is
// repeated: whoever asked notices nothing but the time it took.
import { resume, session, signedInAgain } from './session';
import { type Answer, type Asked, type Method, Refusal, send } from './wire';

export { type Answer, type Asked, Offline, type QueryValue, Refusal } from './wire';

export async function request<T>(method: Method, path: string, asked: Asked = {}): Promise<Answer<T>> {
  const before = session.value;
  const token = method === 'GET' || !before ? {} : { 'X-CSRF-Token': before.csrf };
  try {
    const answer = await send<T>(method, path, { ...asked, headers: { ...token, ...asked.headers } });
    // Reading as a stranger is no failure, it just shows less.
    return answer.personal || !before ? answer : again(method, path, asked);
  } catch (error) {
    if (!before || !(error instanceof Refusal) || !mayHaveEnded(error)) throw error;
    const now = await resume();
    // Signed in again elsewhere: the browser has another session, with another token.
    if (now && now.csrf !== before.csrf) return request(method, path, asked);
    if (now) throw error;
    session.value = before;
    return again(method, path, asked);
  }
}

const mayHaveEnded = ({ status, code, personal }: Refusal): boolean =>
  status === 401 || code === 'rest_cookie_invalid_nonce' || (!personal && (status === 403 || status === 404));

async function again<T>(method: Method, path: string, asked: Asked): Promise<Answer<T>> {
  if (await signedInAgain()) return request(method, path, asked);
  throw new Refusal('You are not signed in.', 401, 'rest_not_logged_in', {}, undefined, false);
}
