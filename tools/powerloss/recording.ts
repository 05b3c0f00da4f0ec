// The recorded changes of a folder: `record.c` compiled, and its file read.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In the order of `record.c`. */
const kinds = ['write', 'truncate', 'sync-begin', 'sync-end', 'create', 'rename', 'unlink', 'mkdir'] as const;

export interface Recorded {
  readonly number: number;
  /** Monotonic clock, after the change was done. */
  readonly ns: bigint;
  readonly kind: (typeof kinds)[number];
  readonly path: string;
  /** Of a write; the new size of a truncate; the number of the begin for the end of a sync. */
  readonly offset: number;
  /** Bytes of a write; the new path of a rename. */
  readonly data: Buffer;
}

const headerBytes = 32;

/** Returns undefined where there is no compiler or the platform is not Linux. */
export function compileRecorder(output: string): string | undefined {
  const source = fileURLToPath(new URL('record.c', import.meta.url));
  try {
    execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', output, source, '-ldl', '-lpthread']);
    return output;
  } catch {
    return undefined;
  }
}

export function readRecording(file: string): readonly Recorded[] {
  const bytes = readFileSync(file);
  const records: Recorded[] = [];
  for (let at = 0; at + headerBytes <= bytes.length; ) {
    const [pathLength, dataLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const dataAt = at + headerBytes + pathLength;
    records.push({
      number: records.length,
      ns: bytes.readBigUInt64LE(at),
      kind: kinds[bytes.readUInt32LE(at + 16)] ?? 'write',
      path: bytes.toString('utf8', at + headerBytes, dataAt),
      offset: Number(bytes.readBigUInt64LE(at + 8)),
      data: bytes.subarray(dataAt, dataAt + dataLength),
    });
    at = dataAt + dataLength;
  }
  return records;
}
