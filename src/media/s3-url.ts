// The URL of a bucket: s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&insecure=1

import { parseUrl } from '../core/text/parse-url.js';

export interface S3Location {
  readonly key: string;
  readonly secret: string;
  /** Includes the bucket. */
  readonly endpoint: string;
  readonly region: string;
  /** Prefix of every object key, with a trailing slash; may be empty. */
  readonly prefix: string;
}

const example = 's3://KEY:SECRET@host/bucket';

export function parseS3Url(text: string): S3Location {
  const url = parseUrl(text);
  if (url?.protocol !== 's3:') throw new Error(`must be empty or begin with s3://, as in ${example}`);
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean);
  if (!url.username || !url.password || !url.host || !bucket) throw new Error(`must name everything in ${example}`);
  const unknown = [...url.searchParams.keys()].filter((name) => !['region', 'insecure'].includes(name));
  if (unknown.length) throw new Error(`knows region and insecure, not ${unknown.join(', ')}`);
  return {
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    endpoint: `${url.searchParams.get('insecure') === '1' ? 'http' : 'https'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
    prefix: folders.map((folder) => `${folder}/`).join(''),
  };
}
