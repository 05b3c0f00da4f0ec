// Asks before records are deleted permanently, and for what the removal needs, such as who gets the records of a user.
import { type FieldInfo, type ResourceInfo, removalFieldsOf, resourceNamed } from '../api/contract';
import { type ApiRecord, isOwnAccount, listRecords, nameOf } from '../api/records';
import { nounsOf } from '../i18n/contract';
import { ask } from '../ui/dialog';
import { FormDialog, type FormItem } from '../ui/form';
import { texts } from './texts';

/** “Fair”, or 3 events. */
export function describe(resource: ResourceInfo, records: readonly ApiRecord[]): string {
  const [first] = records;
  if (records.length === 1 && first) return texts().quoted(nameOf(resource, first));
  return texts().counted(records.length, nounsOf(resource));
}

/** Records to choose from: the first page of them. The own account comes first and is chosen. */
async function itemOf({ name, label, input }: FieldInfo, removed: readonly ApiRecord[]): Promise<FormItem> {
  const source = resourceNamed(input.resource ?? '');
  const { records } = await listRecords(source, { per_page: 100 });
  const isOwn = ({ id }: ApiRecord) => isOwnAccount(source, id);
  const offered = records.filter(({ id }) => !removed.some((one) => one.id === id));
  const options = offered
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
    .map((one) => ({
      value: String(one.id),
      label: isOwn(one) ? `${nameOf(source, one)} (${texts().you})` : nameOf(source, one),
    }));
  return { name, type: 'select', label, options, value: options[0]?.value ?? '' };
}

/** Resolves to the query of the removals, or to undefined when it is cancelled. */
export async function confirmRemoval(
  resource: ResourceInfo,
  action: string,
  records: readonly ApiRecord[],
): Promise<string | undefined> {
  const items = await Promise.all(removalFieldsOf(resource).map((field) => itemOf(field, records)));
  return ask<string>((close) => (
    <FormDialog
      title={texts().eraseTitle(action, describe(resource, records))}
      items={items}
      kind="danger"
      submit={action}
      send={async (given) => close(items.length ? `?${new URLSearchParams(given)}` : '')}
      onClose={close}
    >
      <p>{records.length === 1 ? texts().eraseOne(nounsOf(resource)) : texts().eraseSeveral}</p>
    </FormDialog>
  ));
}
