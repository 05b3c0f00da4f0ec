// The notice about a sign-in with a browser that the user has not used before.
import type { OnSignIn } from '../auth/sessions.js';
import { notifySignIn } from './notices.js';
import type { Service } from './service.js';

export const noticeOfSignIn =
  (service: Service): OnSignIn =>
  async (writer, { id }, { browser, ip }, { isNew }) => {
    if (isNew) await notifySignIn(service, writer, id, { device: browser, ip }, service.now());
  };
