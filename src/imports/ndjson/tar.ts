// Headers of tar archives (POSIX ustar): an export with its image files in one file. Only plain files with short names.

export const blockBytes = 512;

export interface TarMember {
  readonly name: string;
  readonly size: number;
}

/** Bytes that a member of this size is padded with. */
export const paddingOf = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes;

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** Greatest size that the field of 11 octal digits has. */
export const maxMemberBytes = 8 ** 11 - 1;

/** Without owner and time, so that the same files give the same archive. */
export function tarHeader({ name, size }: TarMember): Buffer {
  if (Buffer.byteLength(name) > 100 || size > maxMemberBytes)
    throw new RangeError(`${name} does not fit into an archive`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** The field of the checksum itself counts as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** Undefined at the end of the archive; `invalid` for anything else but a plain file. */
export function readTarHeader(header: Buffer): TarMember | 'invalid' | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const textAt = (from: number, length: number) =>
    header.toString('latin1', from, from + length).replace(/[\0 ].*$/s, '');
  const [sizeText, sumText] = [textAt(124, 12), textAt(148, 8)];
  const isFile = header[156] === 0x30 || header[156] === 0;
  const isValid = /^[0-7]{1,11}$/.test(sizeText) && /^[0-7]{1,6}$/.test(sumText);
  if (!isFile || !isValid || Number.parseInt(sumText, 8) !== checksumOf(header)) return 'invalid';
  return { name: textAt(0, 100).replace(/^\.\//, ''), size: Number.parseInt(sizeText, 8) };
}
