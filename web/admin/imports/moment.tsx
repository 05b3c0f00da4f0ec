import { showLocal } from '../api/moment';

const msOf = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

export const momentText = (utc: string): string => showLocal(msOf(utc));

export const Moment = ({ utc }: { readonly utc: string }) => (
  <time dateTime={`${utc.replace(' ', 'T')}Z`}>{momentText(utc)}</time>
);
