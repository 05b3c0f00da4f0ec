// Sends records to the API, without the values that it refuses.
import type { Role } from '../../src/core/actor.js';
import type { Marks } from './marks.js';
import type { Answer, Body, Mount, Site } from './site.js';

/** Sends a request. Fields that are refused are left out, or get what `instead` has for them. */
export async function save(
  site: Site,
  marks: Marks,
  { as, request, body, mount, fields, instead = {} }: Saving,
): Promise<Answer> {
  let sent: Body = body;
  for (;;) {
    const reply = await site.api(as, request, sent, mount);
    if (reply.status < 300) return reply.body;
    const refused = Object.keys(reply.body?.data?.params ?? {}).filter((name) => name in sent);
    if (reply.status !== 400 || refused.length === 0) throw new Error(`${request}: ${reply.status} ${reply.text}`);
    for (const name of refused) marks.refuse(`${fields}.${name}`);
    const others = Object.entries(sent).filter(([name]) => !refused.includes(name));
    const replaced = Object.entries(instead).filter(([name]) => refused.includes(name) && sent[name] !== instead[name]);
    sent = Object.fromEntries([...others, ...replaced]);
  }
}

interface Saving {
  readonly as: Role;
  readonly request: string;
  readonly body: Body;
  readonly mount?: Mount;
  /** First part of the names of its fields. */
  readonly fields: string;
  readonly instead?: Body;
}
