// Duplicates a record: a draft of the caller with the values that a form of the record shows. It passes the same steps and
// rights as a record that the caller creates.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { formOf } from '../core/form.js';
import { languagesOf } from '../core/language.js';
import { justCreated } from '../core/locked.js';
import type { Written } from '../core/model.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { lookUpForModel, parse } from '../facades/parse.js';
import { find } from './read.js';
import { writesOf } from './write.js';

export async function copyRecord(context: WriteContext, shape: Shape, source: Row): Promise<Written> {
  const { model, fields, copy } = shape;
  if (!copy) throw new TypeError(`${model.name} cannot be duplicated`);
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
