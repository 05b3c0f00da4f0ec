// The parameters of a request beside its data: actor, facade, site, language and time.
import type { Actor } from './actor.js';
import type { Facade } from './facade.js';
import type { Site } from './site.js';

export interface Call {
  readonly actor: Actor;
  readonly facade: Facade;
  readonly site: Site;
  /** One of the site's languages; absent if the site has only one. */
  readonly language?: string;
  /** The change comes from a form (`context=edit`), where some fields are entered as one. */
  readonly form?: true;
  /** The current time, `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
}
