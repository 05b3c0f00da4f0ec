// What sending webhooks needs beside the store.

import type { Call } from '../core/call.js';
import type { Vault } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Position } from '../core/store.js';
import type { GuardedClient } from '../net/fetch.js';

export interface WebhookParts {
  /** For the addresses that webhooks may reach. */
  readonly openClient: (connections: number) => GuardedClient;
  /** Whether the syntax of a URL is that of a webhook, as of now. */
  readonly isTarget: (url: string) => boolean;
  readonly vault: Vault;
  /** Whether mail is on. */
  readonly sendsMail: () => boolean;
  /** A token for the changes after a position that the caller gets with these filters. */
  readonly changeToken: (position: Position, call: Call, filters: Given) => Promise<string>;
}
