// The call: actor, facade, site, language and time of a request, for every step that handles it.
import type { Actor } from './actor.js';
import type { Facade } from './facade.js';
import type { Site } from './site.js';

export interface Call {
  readonly actor: Actor;
  readonly facade: Facade;
  readonly site: Site;
  /** One of the languages of the site; absent on monolingual sites. */
  readonly language?: string;
  /** Language of the console that a signed-in user works in: messages and words for people are in it. */
  readonly consoleLanguage?: string;
  /** The change comes from a form (`context=edit`), where one input can set several fields. */
  readonly form?: true;
  /** The source of the import that is running, whose use was authorized when it began. */
  readonly importSource?: string;
  /** The current time, `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
}
