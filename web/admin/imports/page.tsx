// The imports pages: the list, a new import, and the report of one.
import { address } from '../router';
import { ImportListPage } from './list';
import { NewImportPage } from './new-import';
import { ReportPage } from './report-page';
import '../collection/collection.css';
import './imports.css';

/** `second` is the part of the address after `imports`. */
export function ImportsPage() {
  const [, second] = address.value.parts;
  if (second === undefined) return <ImportListPage />;
  return second === 'new' ? <NewImportPage /> : <ReportPage key={second} id={second} />;
}
