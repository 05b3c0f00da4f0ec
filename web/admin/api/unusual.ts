// Choices of a record that differ from their default, such as a cancelled event: lists show them as badges.
import { choiceLabel, fieldsOf, type ResourceInfo } from './contract';
import type { ApiRecord } from './records';

export interface Unusual {
  readonly value: string;
  readonly label: string;
}

export const unusualChoices = (resource: ResourceInfo, record: ApiRecord): readonly Unusual[] =>
  fieldsOf(resource.name).flatMap((field) => {
    const { name, input, schema } = field;
    const value: unknown = new Map(Object.entries(record)).get(name);
    const isUnusual = input.widget === 'choice' && schema.default !== undefined && value !== schema.default;
    return isUnusual && typeof value === 'string' ? [{ value, label: choiceLabel(field, value) }] : [];
  });
