// Application passwords of a user.
import { OneTimeSecret } from './one-time-secret';
import { SecretList } from './secret-list';
import { texts } from './texts';
import { applicationPasswords, type Owner } from './users-api';

export const ApplicationPasswords = ({ owner }: { readonly owner: Owner }) => (
  <SecretList
    owner={owner}
    api={applicationPasswords}
    nameLabel={texts().appName}
    createLabel={texts().generate}
    emptyText={texts().noApplicationPasswords}
    revokeText={texts().revokePasswordText}
    showCreated={({ label, password }) =>
      password && <OneTimeSecret label={texts().passwordForApp(label)} secret={password} />
    }
  />
);
