// `class_list`: the names that WordPress themes give the element of a record.
import { linkedRows, type Row } from '../../core/store.js';
import type { RecordType } from './records.js';

interface ClassedRow extends Row {
  readonly status: string;
  readonly password?: string;
  readonly image_id: number;
}

/** Letters, digits, hyphens and underscores; a number for slugs without any, which would be no name. */
function className(slug: string, id: number): string {
  const name = slug.replace(/%[0-9a-f]{2}/gi, '').replace(/[^\w-]/g, '');
  return /^-*(?:\d+-*)?$/.test(name) ? String(id) : name;
}

/** With `isHidden`, without terms and image, which the password of the record hides. */
export function classList(row: ClassedRow, { page: { type }, terms }: RecordType, isHidden: boolean) {
  const ofTerms = terms.flatMap(({ field, classPrefixes }) =>
    linkedRows(row, field).flatMap(({ id, slug }) => {
      const name = className(String(slug), id);
      return classPrefixes.map((prefix) => `${prefix}${name}`);
    }),
  );
  return [
    ...[`post-${row.id}`, type, `type-${type}`, `status-${row.status}`],
    ...(isHidden ? ['post-password-required'] : row.password ? ['post-password-protected'] : []),
    ...(!isHidden && row.image_id ? ['has-post-thumbnail'] : []),
    'hentry',
    ...(isHidden ? [] : ofTerms),
  ];
}
