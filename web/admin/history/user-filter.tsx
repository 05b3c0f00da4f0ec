// The filter by user, for those who may list users. Others see their own changes and those of others together.
import { resourceNamed } from '../api/contract';
import type { User } from '../api/generated';
import { listRecords } from '../api/records';
import { may } from '../api/session';
import { useLoaded } from '../ui/load';
import { Select } from './filter';
import { texts } from './texts';

const maxListed = 100;

interface UserFilterProps {
  readonly value: string;
  readonly onChange: (user: string) => void;
}

export function UserFilter({ value, onChange }: UserFilterProps) {
  const isShown = may('set-author');
  const users = useLoaded(
    async (signal) => (isShown ? listRecords<User>(resourceNamed('user'), { per_page: maxListed }, signal) : undefined),
    [],
  );
  if (!isShown) return null;
  const options = (users.value?.records ?? []).map(({ id, name }) => [String(id), name] as const);
  return (
    <Select label={texts().user} value={value} options={[...options, ['0', texts().system]]} onChange={onChange} />
  );
}
