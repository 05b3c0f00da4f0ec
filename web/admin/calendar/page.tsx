// c
import type { ResourceInfo } from '../api/contract';
import { Empty } from '../ui/state';

export const CalendarPage = ({ resource }: { readonly resource: ResourceInfo }) => <Empty title={resource.name} />;
