// Lists and reads revisions of the records that the caller may edit.
import { all, before, type Condition, everything, is, since } from '../core/condition.js';
import { shapeOf } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { type RevisionAction, revisions } from '../core/revision.js';
import { type DateText, resolveInstant } from '../core/time/date-text.js';
import { listBody } from '../facades/events/post.js';
import { revisionBody, revisionPath } from '../facades/revision-endpoints.js';
import { completedRow, find } from '../operations/read.js';
import { restore } from '../operations/restore.js';
import { findRevision, readableRevisions, stateAfter } from '../operations/revisions.js';
import { authorizeWrite, change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { pageUrls } from './links.js';
import { findChangeable, recordResponse } from './record.js';
import { type ApiRequest, idOf } from './request.js';

interface RevisionFilters {
  readonly page?: number;
  readonly per_page?: number;
  readonly resource?: string;
  readonly record?: number;
  readonly user?: number;
  readonly action?: RevisionAction;
  readonly via?: string;
  readonly after?: DateText;
  readonly before?: DateText;
}

function conditionOf(filters: RevisionFilters, { call }: ApiRequest): Condition {
  const { now, site, facade } = call;
  const instant = (date: DateText) => resolveInstant(date, { now, zone: site.zone }) ?? '';
  const shape = facade.shapes.find(({ path }) => path === filters.resource);
  const same = (column: string, value: unknown) => (value === undefined ? everything : is(column, value));
  return all(
    same('resource', shape?.model.name),
    same('record_id', filters.record),
    same('user_id', filters.user),
    same('action', filters.action),
    same('via', filters.via),
    filters.after ? since('at_utc', instant(filters.after)) : everything,
    filters.before ? before('at_utc', instant(filters.before)) : everything,
  );
}

const path = { path: revisionPath, list: { selfQuery: () => [] } };

const listRevisions: Handler = async (_, request, filters: RevisionFilters) => {
  const { context, call, query: input } = request;
  const { page = 1, per_page = call.site.perPage } = filters;
  const perPage = Math.min(per_page, call.facade.maxPerPage);
  const { rows, total } = await context.store.page({
    table: revisions,
    where: all(conditionOf(filters, request), readableRevisions(call.actor, context.registry)),
    order: [{ column: 'id', descending: true }],
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const pages = Math.ceil(total / perPage);
  if (page > Math.max(pages, 1)) throw new Problem('no-page', { resource: revisions.name });
  const text = Object.fromEntries(
    Object.keys(filters)
      .filter((name) => name !== 'page')
      .map((name) => [name, String(input[name])]),
  );
  const urls = pageUrls(path, { found: {}, text, page, perPage }, call, pages);
  const items = rows.map((row) => revisionBody(row, call.facade.shapes, true));
  const listed = { items, total, pages, ...urls };
  return { statusCode: 200, headers: call.facade.listHeaders(listed), body: listBody(revisionPath)(listed) };
};

const readRevision: Handler = async (_, { context, call, params }) => {
  const row = await findRevision(context, idOf(params.id ?? ''));
  return { statusCode: 200, headers: {}, body: revisionBody(row, call.facade.shapes, false) };
};

const restoreRevision: Handler = async (service, request) => {
  await authorizeWrite(service, request, 'write');
  return change(service, request, async (context) => {
    const revision = await findRevision(context, idOf(request.params.id ?? ''));
    const shape = shapeOf(request.call.facade, revision.resource);
    const stored = await findChangeable(context, shape, request, 'update', { id: revision.record_id });
    const target = await stateAfter(context, shape.model, stored, revision);
    const written = await restore(context, shape, stored, target);
    const row = await completedRow(context, shape, await find(context, shape, { id: stored.id }, 'read'));
    return { ...recordResponse(shape, row, request, 'changed'), write: { shape, written, before: stored, after: row } };
  });
};

export const revisionHandlers: CustomHandlers = {
  revisions: { GET: listRevisions },
  revision: { GET: readRevision },
  restore: { POST: restoreRevision },
};
