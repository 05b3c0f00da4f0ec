// Dry runs of imports: the report, and the first records as a request of their resource has them.
import type { RequestContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { noFileChanges } from '../core/picture.js';
import type { Store } from '../core/store.js';
import type { Applied } from './incoming.js';
import type { ReadableFile } from './readable-file.js';
import { type ImportRequest, runImport } from './run.js';
import type { ImportRow } from './tables.js';

const maxPreviewed = 50;
/** Of all previewed records, as JSON. */
const maxPreviewBytes = 1_048_576;

export async function dryRun(
  context: RequestContext,
  store: Store,
  request: ImportRequest,
  { head: { csv }, read }: ReadableFile,
): Promise<ImportRow> {
  const { facade } = context.call;
  const first: Given[] = [];
  let bytes = 0;
  const resourcePath = (model: string) => facade.shapes.find((shape) => shape.model.name === model)?.path ?? model;
  const previewed = ({ incoming: { resource, place, fields, initial }, outcome, id }: Applied): Given => ({
    resource: resourcePath(resource),
    place,
    result: outcome,
    ...(id !== undefined && outcome !== 'created' && { id }),
    // The name of a place is set for a new record only.
    fields: { ...initial, ...fields },
  });
  const onApplied = (applied: readonly Applied[]) => {
    for (const one of applied.slice(0, maxPreviewed - first.length)) {
      const shown = previewed(one);
      bytes += JSON.stringify(shown).length;
      if (bytes <= maxPreviewBytes) first.push(shown);
    }
  };
  const dry = { ...context, pictures: { ...context.pictures, ...noFileChanges } };
  const row = await runImport(dry, store, { ...request, isDryRun: true, onApplied }, read);
  const columns = csv && { ...csv, resource: resourcePath(csv.resource) };
  return { ...row, preview: { preview: first, ...(columns && { csv: columns }) } };
}
