// users
import { Empty } from '../ui/state';

export const UsersPage = () => <Empty title="users" />;
