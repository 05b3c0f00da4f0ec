// The table of a list page. On phones each row becomes a card.

import { fieldsOf, type ResourceInfo } from '../api/contract';
import { type ApiRecord, isOwnAccount, nameOf, pageOf } from '../api/records';
import { statusLabel } from '../api/status';
import { unusualChoices } from '../api/unusual';
import { texts as formTexts } from '../form/texts';
import { recordActions } from '../record/record-actions';
import { hrefOf } from '../router';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { type Action, actionsOf } from './actions';
import { Cell, Thumbnail } from './cell';
import { type Column, imageKeyOf, labelSort } from './columns';
import { RuleBadge, useRules } from './series';
import { texts } from './texts';
import type { TreeRow } from './tree';

export interface Sorting {
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

interface HeadProps extends Sorting {
  readonly label: string;
  readonly by: string | undefined;
  readonly wide?: true | undefined;
}

function Head({ label, by, wide, sort, onSort }: HeadProps) {
  const width = wide && 'wide';
  if (!by)
    return (
      <th scope="col" class={width}>
        {label}
      </th>
    );
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  return (
    <th scope="col" class={width} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}>
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={14} />}
      </button>
    </th>
  );
}

function headingOf({ name, label }: ResourceInfo): string {
  if (label === 'title') return texts().title;
  const field = fieldsOf(name).find((one) => one.name === label);
  return field?.input.label === undefined ? texts().name : field.label;
}

interface RowProps {
  readonly resource: ResourceInfo;
  readonly columns: readonly Column[];
  /** Key of the image, if any row has one. */
  readonly imageKey: string | undefined;
  readonly row: TreeRow;
  /** The rule in words, for series and their dates. */
  readonly rule: string | undefined;
  readonly selected: boolean;
  readonly onSelect: (on: boolean) => void;
  readonly onAct: (action: Action, record: ApiRecord) => void;
  readonly onChanged: () => void;
}

function Row(props: RowProps) {
  const { resource, columns, imageKey, row, rule, selected, onSelect, onAct, onChanged } = props;
  const { record, depth } = row;
  const name = nameOf(resource, record);
  const isOwn = isOwnAccount(resource, record.id);
  const editable = record._input !== undefined && !isOwn;
  const page = pageOf(resource, record);
  const actions = actionsOf(resource)
    .filter(({ applies }) => editable && applies(record))
    .map((action) => ({ ...action, onSelect: () => onAct(action, record) }));
  const items = [
    ...(page
      ? [
          {
            label: formTexts().view,
            icon: 'external' as const,
            onSelect: () => window.open(page, '_blank', 'noreferrer'),
          },
        ]
      : []),
    ...actions.filter(({ danger }) => !danger),
    ...recordActions(resource, record, onChanged),
    ...actions.filter(({ danger }) => danger),
  ];
  return (
    <tr class={selected ? 'selected' : undefined}>
      <td class="pick">
        {editable && (
          <input
            type="checkbox"
            aria-label={texts().select(name)}
            checked={selected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        )}
      </td>
      <th scope="row">
        <div class="name" style={{ '--depth': depth }}>
          {imageKey !== undefined && <Thumbnail value={record[imageKey]} />}
          <span class="name-text">
            {record._input ? (
              <a class="called" title={name} href={hrefOf(isOwn ? '/account' : `/${resource.path}/${record.id}`)}>
                {name}
              </a>
            ) : (
              <span class="called" title={name}>
                {name}
              </span>
            )}
            {isOwn && <span class="badge">{texts().you}</span>}
            {record.lacks_password && <span class="badge pending">{texts().noPassword}</span>}
            {record.status && record.status !== 'publish' && (
              <span class={`badge ${record.status}`}>{statusLabel(record.status)}</span>
            )}
            {unusualChoices(resource, record).map(({ value, label }) => (
              <span key={value} class={`badge ${value}`}>
                {label}
              </span>
            ))}
            {rule !== undefined && <RuleBadge text={rule} />}
          </span>
        </div>
      </th>
      {columns.map((column) => (
        <td key={column.key} data-label={column.label}>
          <Cell column={column} record={record} />
        </td>
      ))}
      <td class="act">{items.length > 0 && <Menu label={texts().actionsFor(name)} iconOnly items={items} />}</td>
    </tr>
  );
}

interface TableProps extends Sorting {
  readonly resource: ResourceInfo;
  readonly rows: readonly TreeRow[];
  readonly columns: readonly Column[];
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (selected: ReadonlySet<number>) => void;
  readonly onAct: (action: Action, records: readonly ApiRecord[]) => void;
  /** A record was changed in another way. */
  readonly onChanged: () => void;
}

export function Table(props: TableProps) {
  const { resource, rows, columns, selected, onSelected, onAct, onChanged, ...sorting } = props;
  const ruleOf = useRules(resource, rows);
  const editableIds = rows
    .filter(({ record }) => record._input && !isOwnAccount(resource, record.id))
    .map(({ record }) => record.id);
  const key = imageKeyOf(resource);
  const imageKey = rows.some(({ record }) => key && record[key]) ? key : undefined;
  const all = editableIds.length > 0 && editableIds.every((id) => selected.has(id));
  const pick = (id: number, on: boolean) => {
    const next = new Set(selected);
    on ? next.add(id) : next.delete(id);
    onSelected(next);
  };
  return (
    <table class="records">
      <thead>
        <tr>
          <th class="pick">
            <span class="unseen">{texts().selection}</span>
            {editableIds.length > 0 && (
              <input
                type="checkbox"
                aria-label={texts().selectAll}
                checked={all}
                onChange={(event) => onSelected(new Set(event.currentTarget.checked ? editableIds : []))}
              />
            )}
          </th>
          <Head label={headingOf(resource)} by={labelSort(resource)} {...sorting} />
          {columns.map(({ key, label, sort: by, wide }) => (
            <Head key={key} label={label} by={by} wide={wide} {...sorting} />
          ))}
          <th class="act">
            <span class="unseen">{texts().actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.record.id}
            resource={resource}
            columns={columns}
            imageKey={imageKey}
            row={row}
            rule={ruleOf(row.record)}
            selected={selected.has(row.record.id)}
            onSelect={(on) => pick(row.record.id, on)}
            onAct={(action, record) => onAct(action, [record])}
            onChanged={onChanged}
          />
        ))}
      </tbody>
    </table>
  );
}
