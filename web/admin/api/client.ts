// Requests of the signed-in user. When the session has expired, the user signs in again and the request is repeated, so
// that callers only see a slow response.
import { ApiError, type ApiResponse, type Method, type RequestOptions, send } from './http';
import { csrfHeader, fetchSession, session, signInAgain } from './session';
import { texts } from './texts';

export { ApiError, type ApiResponse, messageOf, NetworkError, type QueryValue, type RequestOptions } from './http';

export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<ApiResponse<T>> {
  const before = session.value;
  const token = method === 'GET' || !before ? {} : csrfHeader(before);
  try {
    const response = await send<T>(method, path, { ...options, headers: { ...token, ...options.headers } });
    // Without a valid session a GET succeeds with public data only.
    return response.isPrivate || !before ? response : retry(method, path, options);
  } catch (error) {
    if (!before || !(error instanceof ApiError) || !sessionMayHaveExpired(error)) throw error;
    const now = await fetchSession();
    if (!now) return retry(method, path, options);
    if (now.csrf === before.csrf) throw error;
    // Signed in again in another tab: the cookie belongs to another session, with another CSRF token.
    session.value = now;
    return request(method, path, options);
  }
}

export const responseBody = async <T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> =>
  (await request<T>(method, path, options)).body;

/** Errors differ by endpoint, but a private one proves that the session is still valid. */
const sessionMayHaveExpired = ({ status, code, isPrivate }: ApiError): boolean =>
  status === 401 || code === 'rest_cookie_invalid_nonce' || (status < 500 && !isPrivate);

async function retry<T>(method: Method, path: string, options: RequestOptions): Promise<ApiResponse<T>> {
  if (await signInAgain()) return request(method, path, options);
  throw new ApiError(texts().notSignedIn, 401, 'rest_not_logged_in', {}, undefined, false);
}
