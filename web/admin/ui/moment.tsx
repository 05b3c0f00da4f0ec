// An instant in the time zone of the site, which its tooltip names.
import { contract } from '../api/contract';
import { readWall, showUtc } from '../api/moment';

export const Moment = ({ utc }: { readonly utc: string }) => (
  <time dateTime={readWall(utc).toISOString()} title={contract.site.timezone.replaceAll('_', ' ')}>
    {showUtc(utc)}
  </time>
);
