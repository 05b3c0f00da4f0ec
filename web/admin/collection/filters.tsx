// Narrowing a list by what its records are linked to.
import { useId } from 'preact/hooks';
import { type FieldInfo, resourceNamed } from '../api/contract';
import { allRecords, nameOf } from '../api/records';
import { refine } from '../router';
import { useLoaded } from '../ui/load';

interface FilterProps {
  readonly field: FieldInfo;
  readonly value: string;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

async function choicesOf({ input }: FieldInfo, signal: AbortSignal): Promise<readonly Choice[]> {
  if (!input.resource) {
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ];
  }
  const resource = resourceNamed(input.resource);
  const records = await allRecords(resource, {}, signal);
  return records
    .map((record) => ({ value: String(record.id), label: nameOf(resource, record) }))
    .sort((left, right) => left.label.localeCompare(right.label));
}

export function Filter({ field, value }: FilterProps) {
  const id = useId();
  const { value: choices = [] } = useLoaded((signal) => choicesOf(field, signal), [field.name]);
  return (
    <div class="filter">
      <label for={id}>{field.label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => refine({ [field.name]: event.currentTarget.value, page: undefined })}
      >
        <option value="">Any</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
