// The fields that can be changed for several records at once: terms, linked records, status and publication date.

import { type FieldInfo, fieldsOf, pluralOf, type ResourceInfo, singularOf } from '../api/contract';
import { withinSentence } from '../i18n/contract';

export const bulkFields = ({ name, statuses }: ResourceInfo): readonly FieldInfo[] => {
  const isOffered = (field: FieldInfo): boolean => {
    if (field.input.same !== undefined || field.input.hidden) return false;
    if (field.name === 'status' || field.name === 'date') return statuses !== undefined;
    return field.input.widget === 'terms' || field.input.widget === 'records';
  };
  return fieldsOf(name).filter(isOffered);
};

/** “1 event”, “3 events”. */
export const countedOf = (resource: ResourceInfo, count: number): string =>
  `${count} ${count === 1 ? singularOf(resource) : withinSentence(pluralOf(resource))}`;
