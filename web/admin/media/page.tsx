// The library of files.
import type { ResourceInfo } from '../api/contract';
import { Empty } from '../ui/state';

export const MediaPage = ({ resource }: { readonly resource: ResourceInfo }) => <Empty title={resource.name} />;
