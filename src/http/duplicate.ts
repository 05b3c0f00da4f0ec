// Duplicates a record: a draft of the caller with the values that a form of the record shows. It passes the same steps and
// rights as a record that the caller creates.
import type { WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { formOf } from '../core/form.js';
import { languagesOf } from '../core/language.js';
import { justCreated } from '../core/locked.js';
import type { Written } from '../core/model.js';
import type { CopyShape, Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { lookUpForModel, parse } from '../facades/parse.js';
import { authorizeRead, completedRow, find } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { authorizeWrite, change } from './change.js';
import type { CustomHandlers, Handler } from './custom-actions.js';
import { urlFor } from './links.js';
import { recordResponse } from './record.js';
import { recordKeyOf } from './request.js';

const duplicate: Handler = async (service, request, _, { owner = '' }) => {
  const shape = shapeOf(request.call.facade, owner);
  const { copy } = shape;
  if (!copy) throw new TypeError(`${owner} cannot be duplicated`);
  await authorizeWrite(service, request, shape.model.policy.change);
  return change(service, request, async (context) => {
    const source = await find(context, shape, recordKeyOf(request), 'read');
    // Of a password-protected record only its editors get a copy, which has no password.
    await authorizeRead(context, shape, source, { context: 'edit' });
    const written = await copyRecord(context, shape, copy, source);
    const { id } = written;
    const row = await completedRow(context, shape, await find(context, shape, { id }, 'read'));
    return {
      ...recordResponse(shape, row, request, 'changed', { statusCode: 201 }),
      headers: { Location: urlFor(request.call, `${shape.path}/${id}`) },
      write: { shape, written, after: row },
    };
  });
};

async function copyRecord(context: WriteContext, shape: Shape, copy: CopyShape, source: Row): Promise<Written> {
  const { model, fields } = shape;
  const omitted = new Set(copy.omits(source, context.call));
  const [main = '', ...others] = languagesOf(source, context.call.site.languages);
  /** The form in one language, as if the caller had sent it. */
  const read = async (language: string, isText: (column: string) => boolean) => {
    const call = { ...context.call, ...(language && { language }) };
    const inLanguage = { ...context, call };
    const form = Object.entries(formOf(shape, source, call)).filter(
      ([name, value]) => !omitted.has(name) && isText(fields[name]?.sets ?? name) && value !== '',
    );
    const input: Given = Object.fromEntries(form);
    const given = await lookUpForModel(fields, parse(fields, input, call, false), inLanguage);
    return { inLanguage, given };
  };
  const first = await read(main, () => true);
  const given = { ...first.given, ...copy.asStored(source), status: 'draft' };
  const created = await writesOf(model).create(first.inLanguage, model, given);
  const { id } = created;
  for (const language of others) {
    const { inLanguage, given: texts } = await read(language, (column) => model.translated.includes(column));
    if (Object.keys(texts).length === 0) continue;
    const written = justCreated(await find(context, shape, { id }, 'update'));
    await writesOf(model).update(inLanguage, model, written, texts);
  }
  return created;
}

export const duplicateHandlers: CustomHandlers = { duplicate: { POST: duplicate } };
