// Application passwords of a user.
import { OneTimeSecret } from './one-time-secret';
import { SecretList } from './secret-list';
import { applicationPasswords, type Owner } from './users-api';

export const ApplicationPasswords = ({ owner }: { readonly owner: Owner }) => (
  <SecretList
    owner={owner}
    api={applicationPasswords}
    nameLabel="App name"
    createLabel="Generate"
    emptyText="No application passwords yet."
    revokeText="Apps that use it can no longer sign in."
    showCreated={({ label, password }) =>
      password && <OneTimeSecret label={`Password for “${label}”.`} secret={password} />
    }
  />
);
