// Filters of a list: linked records and yes/no fields.

import { useId } from 'preact/hooks';
import type { FieldInfo, ResourceInfo } from '../api/contract';
import { nameOf } from '../api/records';
import { setQuery } from '../router';
import { IconButton } from '../ui/button';
import { texts as uiTexts } from '../ui/texts';
import { Combobox } from '../widgets/combobox';
import { findRecords, hintIn, nameById, sourceNamed } from '../widgets/record-search';
import '../widgets/widgets.css';
import { texts } from './texts';

interface FilterProps {
  readonly field: FieldInfo;
  readonly value: string;
}

export function Filter({ field, value }: FilterProps) {
  const id = useId();
  const source = sourceNamed(field.input.resource);
  const setFilter = (to: string) => setQuery({ [field.name]: to, page: undefined });
  return (
    <div class="filter">
      <label for={id}>{field.label}</label>
      {source ? (
        <Linked id={id} field={field} value={value} source={source} onChange={setFilter} />
      ) : (
        <select id={id} value={value} onChange={(event) => setFilter(event.currentTarget.value)}>
          <option value="">{uiTexts().any}</option>
          <option value="true">{uiTexts().yes}</option>
          <option value="false">{uiTexts().no}</option>
        </select>
      )}
    </div>
  );
}

interface LinkedProps extends FilterProps {
  readonly id: string;
  readonly source: ResourceInfo;
  readonly onChange: (value: string) => void;
}

function Linked({ id, field, value, source, onChange }: LinkedProps) {
  const options = async (typed: string) => {
    const records = await findRecords(source, typed);
    return records.map((record) => ({
      key: String(record.id),
      label: nameOf(source, record),
      hint: hintIn(record),
    }));
  };
  return (
    <div class="picked">
      <Combobox
        control={{ id }}
        text={value && nameById(source, Number(value))}
        placeholder={uiTexts().any}
        options={options}
        onPick={({ key }) => onChange(key)}
      />
      {value && <IconButton icon="close" label={texts().clearFilter(field.label)} onClick={() => onChange('')} />}
    </div>
  );
}
