// Review of pending records, and trusted senders.

import { notifyReviewed } from '../auth/notices.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Row } from '../core/store.js';
import { authorizeChange } from '../imports/mirrored.js';
import { approve, type Decided, type DecideOptions, reject } from '../submissions/decide.js';
import { type ReviewItem, reviewedModel, reviewItems, reviewPage } from '../submissions/review.js';
import { listTrustedSenders, removeTrust } from '../submissions/trusted-senders.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import { type ApiRequest, idOf } from './request.js';
import { type ApiResponse, refuseStale, versionOf } from './response.js';

const defaultPerPage = 20;

const ok = (body: unknown, headers: ApiResponse['headers'] = {}): ApiResponse => ({ statusCode: 200, headers, body });

/** `If-Match` accepts the version of an item, so that an editor approves the record that was shown. */
const itemBody = ({ row, body }: ReviewItem, { call }: ApiRequest) => ({
  ...body,
  version: `"${versionOf(row, reviewedModel(call))}-review"`,
});

const listWaiting: Handler = async (service, request, given) => {
  const { call, context } = request;
  const perPage = Math.min(Number(given.per_page ?? defaultPerPage), call.facade.maxPerPage);
  const page = Number(given.page ?? 1);
  const { items, total } = await reviewPage({ ...context, store: service.store }, page, perPage);
  const pages = Math.ceil(total / perPage);
  const body = { items: items.map((item) => itemBody(item, request)), total, total_pages: pages };
  return ok(body, call.facade.listHeaders({ items, restUrl: '', next: undefined, previous: undefined, total, pages }));
};

/** A decision by the ID in the path. */
const decide =
  (work: (context: WriteContext, id: number, given: Given, options: DecideOptions) => Promise<Decided>): Handler =>
  async (service, request, given) => {
    await spendWriteToken(service, request.call.actor);
    const model = reviewedModel(request.call);
    const check = (row: Row) => refuseStale(request.headers['if-match'], versionOf(row, model));
    const { now } = request.call;
    const options: DecideOptions = {
      authorize: (context, row) => authorizeChange(context, model, row),
      check,
      sendsMail: service.mail.isOn(),
      notifyAuthor: (store, reviewed) => notifyReviewed(service, store, reviewed, now),
    };
    return change(service, request, async (context) => {
      const { row, isNotified } = await work(context, idOf(request.params.id ?? ''), given, options);
      const [item] = await reviewItems(context, [row]);
      return ok({ ...(item && itemBody(item, request)), is_notified: isNotified });
    });
  };

const listTrusted: Handler = async ({ store }) => {
  const rows = await listTrustedSenders(store);
  return ok({ trusted_senders: rows.map(trustedBody), total: rows.length });
};

const trustedBody = ({ id, email, created_utc }: { id: number; email: string; created_utc: string }) => ({
  id,
  email,
  created_utc,
});

const removeTrusted: Handler = async (service, request) => {
  await spendWriteToken(service, request.call.actor);
  return change(service, request, async (context) =>
    ok(trustedBody(await removeTrust(context, idOf(request.params.id ?? '')))),
  );
};

export const reviewHandlers: CustomHandlers = {
  review: { GET: listWaiting },
  approve: {
    POST: decide((context, id, { trust }, options) => approve(context, id, trust === true, options)),
  },
  reject: { POST: decide((context, id, { reason }, options) => reject(context, id, String(reason), options)) },
  'trusted-senders': { GET: listTrusted },
  'trusted-sender': { DELETE: removeTrusted },
};
