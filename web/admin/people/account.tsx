// account
import { Empty } from '../ui/state';

export const AccountPage = () => <Empty title="account" />;
