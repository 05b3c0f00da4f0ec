// Temporary files without a name: they are removed as soon as they are open, so that nothing remains after a crash.
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function openUnnamed(prefix: string): Promise<FileHandle> {
  const path = join(tmpdir(), `${prefix}-${randomBytes(12).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
