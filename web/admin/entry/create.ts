// Creates a record from few values, and says so with a link to it.

import { request } from '../api/client';
import { fieldsOf, type ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { isEmpty, suggestedValues, type Values } from '../form/values';
import { navigate } from '../router';
import { inBackground, toast } from '../ui/toast';
import { texts } from './texts';

/** Users without the right to publish create drafts. */
export const usualStatus = (): 'publish' | 'draft' => (may('publish') ? 'publish' : 'draft');

export async function createRecord(resource: ResourceInfo, values: Values, status: string): Promise<void> {
  const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
  const sent = { ...suggestedValues(fieldsOf(resource.name)), ...entered, status };
  const { body } = await request<ApiRecord>('POST', `/${resource.path}`, { body: sent });
  const name = nameOf(resource, body);
  toast(status === 'publish' ? texts().published(name) : texts().created(name), {
    action: { label: texts().openRecord, run: () => inBackground(navigate(`/${resource.path}/${body.id}`)) },
  });
}
