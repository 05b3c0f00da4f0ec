// Actions on one record beside editing it: duplicate it, and copy a preview link. Offered where the API has them.
import { signal } from '@preact/signals';
import { request } from '../api/client';
import { contract, type ResourceInfo } from '../api/contract';
import { readWall, showLocal } from '../api/moment';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { navigate } from '../router';
import type { MenuItem } from '../ui/menu';
import { inBackground, toast } from '../ui/toast';
import { texts } from './texts';

const hasAction = ({ path }: ResourceInfo, action: string): boolean => `/${path}/{id}/${action}` in contract.paths;

async function duplicate(resource: ResourceInfo, record: ApiRecord): Promise<void> {
  const { body } = await request<ApiRecord>('POST', `/${resource.path}/${record.id}/duplicate`, { body: {} });
  toast(texts().duplicated(nameOf(resource, record)));
  await navigate(`/${resource.path}/${body.id}`);
}

interface PreviewLink {
  readonly url: string;
  readonly until: string;
}

/** The link to copy by hand, when the browser does not allow the page to copy it. */
export const shownLink = signal<PreviewLink | undefined>(undefined);

async function copyPreviewLink({ path }: ResourceInfo, { id }: ApiRecord): Promise<void> {
  const { body } = await request<{ readonly url: string; readonly expires_utc: string }>(
    'POST',
    `/${path}/${id}/preview-link`,
    { body: {} },
  );
  const until = showLocal(readWall(body.expires_utc).getTime());
  try {
    await navigator.clipboard.writeText(body.url);
    toast(texts().linkCopied(until));
  } catch {
    shownLink.value = { url: body.url, until };
  }
}

const isPublic = ({ status }: ApiRecord): boolean => status === undefined || status === 'publish';

export function recordActions(resource: ResourceInfo, record: ApiRecord): readonly MenuItem[] {
  if (record.status === 'trash' || !may(resource.right)) return [];
  return [
    ...(hasAction(resource, 'duplicate')
      ? [
          {
            label: texts().duplicate,
            icon: 'copy' as const,
            onSelect: () => inBackground(duplicate(resource, record)),
          },
        ]
      : []),
    ...(hasAction(resource, 'preview-link') && record._input !== undefined && !isPublic(record)
      ? [
          {
            label: texts().previewLink,
            icon: 'external' as const,
            onSelect: () => inBackground(copyPreviewLink(resource, record)),
          },
        ]
      : []),
  ];
}
