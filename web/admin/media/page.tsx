// The page of the media library. An image opens in the same form as other records.
import { useState } from 'preact/hooks';
import { pluralOf, type ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { actionsOf, perform } from '../collection/actions';
import { hrefOf } from '../router';
import { useTitle } from '../shell/title';
import { Menu } from '../ui/menu';
import { inBackground } from '../ui/toast';
import { Library } from './library';
import { texts } from './texts';

export function MediaPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle(pluralOf(resource));
  const [reloadKey, setReloadKey] = useState(0);
  const itemsFor = (record: ApiRecord) =>
    actionsOf(resource).map((action) => ({
      ...action,
      onSelect: () => inBackground(perform(resource, action, [record], () => setReloadKey((before) => before + 1))),
    }));
  return (
    <>
      <header class="page-head">
        <h1>{pluralOf(resource)}</h1>
      </header>
      <Library
        resource={resource}
        mayAdd={may(resource.right)}
        reloadKey={reloadKey}
        tile={(record, picture) =>
          record._input ? (
            <>
              <a class="tile" href={hrefOf(`/${resource.path}/${record.id}`)}>
                {picture}
              </a>
              <Menu label={texts().actionsFor(nameOf(resource, record))} iconOnly items={itemsFor(record)} />
            </>
          ) : (
            <div class="tile">{picture}</div>
          )
        }
      />
    </>
  );
}
