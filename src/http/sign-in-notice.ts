// The notice about a sign-in with a browser that the user has not used before.
import type { OnSignIn } from '../auth/sessions.js';

export const noticeOfSignIn: OnSignIn = async () => undefined;
