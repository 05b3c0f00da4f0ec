// Uploads files to the library, one by one.
import { messageOf, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import type { Media } from '../api/generated';
import { toast } from '../ui/toast';
import { texts } from './texts';

/** Returns the uploaded records; shows an error message for each file that failed. */
export async function upload(resource: ResourceInfo, files: readonly File[]): Promise<readonly Media[]> {
  const taken: Media[] = [];
  for (const file of files) {
    try {
      const { body } = await request<Media>('POST', `/${resource.path}`, {
        file: { [resource.upload ?? 'file']: file },
      });
      taken.push(body);
    } catch (error) {
      toast(texts().failed(file.name, messageOf(error)), { kind: 'failed' });
    }
  }
  if (taken.length) toast(texts().uploaded(taken.length));
  return taken;
}
