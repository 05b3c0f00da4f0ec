// The media library: a grid with search and upload by button or drag and drop.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { pluralOf, type ResourceInfo } from '../api/contract';
import type { Media } from '../api/generated';
import { listRecords, nameOf } from '../api/records';
import { withinSentence } from '../i18n/contract';
import { Button } from '../ui/button';
import { useLoaded } from '../ui/load';
import { PagedList } from '../ui/paged-list';
import { Search } from '../ui/search';
import { Empty } from '../ui/state';
import { texts as uiTexts } from '../ui/texts';
import './media.css';
import { inBackground } from '../ui/toast';
import { texts } from './texts';
import { upload } from './upload';

const perPage = 24;

/** URL of a small variant for the grid. */
const smallOf = ({ sizes, url }: Media): string => (sizes?.medium ?? sizes?.thumbnail)?.url ?? url;

interface LibraryProps {
  readonly resource: ResourceInfo;
  readonly mayAdd: boolean;
  /** Another value reloads the list. */
  readonly reloadKey?: number;
  /** Wraps an image in a link or a button. */
  readonly tile: (record: Media, picture: ComponentChildren) => ComponentChildren;
  readonly onAdded?: (records: readonly Media[]) => void;
}

export function Library({ resource, mayAdd, reloadKey = 0, tile, onAdded }: LibraryProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useLoaded(
    (signal) => listRecords<Media>(resource, { search, page, per_page: perPage }, signal),
    [search, page, reloadKey],
  );
  const add = async (files: FileList | null | undefined) => {
    if (!files?.length) return;
    setBusy(true);
    const taken = await upload(resource, [...files]);
    setBusy(false);
    if (!taken.length) return;
    setPage(1);
    list.reload();
    onAdded?.(taken);
  };
  return (
    <section
      aria-label={pluralOf(resource)}
      class={over ? 'library over' : 'library'}
      onDragOver={(event) => {
        if (!mayAdd || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!mayAdd) return;
        event.preventDefault();
        setOver(false);
        inBackground(add(event.dataTransfer?.files));
      }}
    >
      <div class="tools">
        <Search
          label={texts().search(withinSentence(pluralOf(resource)))}
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        {mayAdd && (
          <>
            <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
              {busy ? texts().uploading : texts().upload}
            </Button>
            <input
              ref={input}
              class="unseen"
              type="file"
              accept="image/*"
              multiple
              tabIndex={-1}
              aria-label={texts().files}
              onChange={(event) => {
                const field = event.currentTarget;
                const emptied = add(field.files).then(() => {
                  field.value = '';
                });
                inBackground(emptied);
              }}
            />
            <span class="quiet-text drop-hint">{texts().drop}</span>
          </>
        )}
      </div>
      <PagedList
        of={list}
        {...{ page, perPage }}
        onPage={setPage}
        empty={
          search === '' ? (
            <Empty icon="image" title={texts().empty} text={texts().formats} />
          ) : (
            <Empty icon="search" title={uiTexts().noResults} />
          )
        }
      >
        {(records) => <Tiles records={records} resource={resource} tile={tile} />}
      </PagedList>
    </section>
  );
}

interface TilesProps extends Pick<LibraryProps, 'resource' | 'tile'> {
  readonly records: readonly Media[];
}

function Tiles({ records, resource, tile }: TilesProps) {
  return (
    <ul class="tiles">
      {records.map((record) => (
        <li key={record.id}>
          {tile(
            record,
            <>
              <img src={smallOf(record)} alt={record.alt_text} loading="lazy" />
              <span>{nameOf(resource, record)}</span>
            </>,
          )}
        </li>
      ))}
    </ul>
  );
}
