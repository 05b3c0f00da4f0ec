// Actions on one record beside reading and changing it: duplicates it, and creates a link that shows it before it is published.
import { shapeOf } from '../core/facade.js';
import { plusSeconds } from '../core/time/clock.js';
import { refuseUnchangeable } from '../operations/changeable.js';
import { copyRecord } from '../operations/duplicate.js';
import { authorizeRead, completedRow, find } from '../operations/read.js';
import { authorizeWrite, change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { urlFor } from './links.js';
import { recordResponse } from './record.js';
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

const duplicate: Handler = async (service, request, _, { owner = '' }) => {
  const shape = shapeOf(request.call.facade, owner);
  await authorizeWrite(service, request, shape.model.policy.change);
  return change(service, request, async (context) => {
    const source = await find(context, shape, recordKeyOf(request), 'read');
    // Of a password-protected record only its editors get a copy, which has no password.
    await authorizeRead(context, shape, source, { context: 'edit' });
    const written = await copyRecord(context, shape, source);
    const { id } = written;
    const row = await completedRow(context, shape, await find(context, shape, { id }, 'read'));
    return {
      ...recordResponse(shape, row, request, 'changed', { statusCode: 201 }),
      headers: { Location: urlFor(request.call, `${shape.path}/${id}`) },
      write: { shape, written, after: row },
    };
  });
};

export const recordActionHandlers: CustomHandlers = {
  duplicate: { POST: duplicate },
  'preview-link': { POST: createLink },
};
