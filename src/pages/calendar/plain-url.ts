// The plain URL of a record, by its ID: `/?p=12`, and `/?post_type=tribe_events&p=12` for one that is not public yet.
import { Problem } from '../../core/problem.js';
import type { RecordKey } from '../../operations/read.js';
import { eventPreview } from './event.js';
import type { PageContent } from './frame.js';
import { recordHref } from './links.js';
import type { PageRequest } from './page-request.js';
import { eventUrl, readRecord } from './queries.js';
import { organizerPage, venuePage } from './record.js';

/** Redirects are temporary (302) by default. */
export type PageOrRedirect = PageContent | { readonly redirect: string; readonly statusCode?: 301 };

type PostKind = 'event' | 'venue' | 'organizer';

const previews: Readonly<Record<PostKind, (pageRequest: PageRequest, address: RecordKey) => Promise<PageContent>>> = {
  event: eventPreview,
  venue: venuePage,
  organizer: organizerPage,
};

const types: Readonly<Record<string, PostKind>> = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
};

const kindsOf = (type: unknown): readonly PostKind[] => {
  if (type === undefined) return Object.values(types);
  const kind = Object.hasOwn(types, String(type)) ? types[String(type)] : undefined;
  return kind ? [kind] : [];
};

/**
 * `/?p=12` and `/?post_type=tribe_events&p=12` redirect to the public page of the record. A record without one is a preview
 * here, for signed-in users with permission to read it. Events, venues and organizers have no ID in common.
 */
export async function plainUrlPage(
  pageRequest: PageRequest,
  signedIn: () => Promise<PageRequest>,
): Promise<PageOrRedirect> {
  const { post_type: type, p: id } = pageRequest.query;
  if (typeof id !== 'string' || !/^\d{1,9}$/.test(id)) throw new Problem('no-route');
  const address = { id: Number(id) };
  const kinds = kindsOf(type);
  for (const kind of kinds) {
    const url = await unlessMissing(type, () => publicUrl(pageRequest, kind, address));
    // With a type it is the URL of drafts: browsers would redirect a preview if the record is no longer public.
    if (url !== undefined)
      return { redirect: recordHref(pageRequest, url), ...(type === undefined && { statusCode: 301 }) };
  }
  const own = await signedIn();
  for (const kind of own.call.actor.role === 'anonymous' ? [] : kinds) {
    const preview = await unlessMissing(type, () => previews[kind](own, address));
    if (preview) return { ...preview, isPrivate: true, noindex: true };
  }
  throw new Problem('no-route');
}

async function publicUrl(pageRequest: PageRequest, kind: PostKind, address: RecordKey): Promise<string> {
  try {
    return (await readRecord(pageRequest, kind, address)).body.url;
  } catch (error) {
    // The URL of a protected event is public: lists contain it.
    if (error instanceof Problem && error.problem === 'protected') return eventUrl(pageRequest, address);
    throw error;
  }
}

/** Without a type every record that has no page is missing; the URL of one type says that the record is in the trash. */
async function unlessMissing<T>(type: unknown, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const missing = type === undefined ? ['not-found', 'gone'] : ['not-found'];
    if (error instanceof Problem && missing.includes(error.problem)) return undefined;
    throw error;
  }
}
