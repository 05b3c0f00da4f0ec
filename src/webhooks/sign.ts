// Signatures of Standard Webhooks 1.0.0: HMAC-SHA256 over id, timestamp and body.
import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string => {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
};

/** One signature by each secret, the newest first, while receivers change over. */
export const signaturesOf = (secrets: readonly string[], id: string, timestamp: number, body: string): string =>
  secrets.map((secret) => signatureOf(secret, id, timestamp, body)).join(' ');
