// What every step of a request is told besides its data: who asks, through which facade, where and when.
import type { Actor } from './actor.js';
import type { Facade } from './facade.js';
import type { Site } from './site.js';

export interface Call {
  readonly actor: Actor;
  readonly facade: Facade;
  readonly site: Site;
  /** One of the site's languages; absent while texts are kept in one language only. */
  readonly language?: string;
  /** The change comes from a form (`context=edit`), where some fields are entered as one. */
  readonly form?: true;
  /** The present moment, `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
}
