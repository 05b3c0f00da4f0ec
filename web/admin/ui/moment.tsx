// A moment in the time zone of the browser.
import { readWall, showUtc } from '../api/moment';

export const Moment = ({ utc }: { readonly utc: string }) => (
  <time dateTime={readWall(utc).toISOString()}>{showUtc(utc)}</time>
);
