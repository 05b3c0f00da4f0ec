// Creates a link that shows one record before it is published, for anyone who has the link.
import { shapeOf } from '../core/facade.js';
import { plusSeconds } from '../core/time/clock.js';
import { authorizeRead, find } from '../operations/read.js';
import { authorizeWrite } from './change.js';
import type { CustomHandlers, Handler } from './custom-actions.js';
import { refuseUnchangeable } from './record.js';
import { recordKeyOf } from './request.js';

const daySeconds = 86_400;
const defaultDays = 7;

const createLink: Handler = async (service, request, { days = defaultDays }, { owner = '' }) => {
  const { call, context } = request;
  const shape = shapeOf(call.facade, owner);
  await authorizeWrite(service, request, shape.model.policy.change);
  const row = await find(context, shape, recordKeyOf(request), 'update');
  await refuseUnchangeable(context, shape.model, row);
  // Records in the trash have no preview.
  await authorizeRead(context, shape, row, { context: 'edit' });
  const expires = plusSeconds(call.now, Number(days) * daySeconds);
  const token = await service.previewTokens.make({ resource: shape.model.name, id: row.id, expires });
  const url = `${call.site.baseUrl}/preview?key=${token}`;
  return { statusCode: 201, headers: {}, body: { url, expires_utc: expires } };
};

export const previewLinkHandlers: CustomHandlers = { 'preview-link': { POST: createLink } };
