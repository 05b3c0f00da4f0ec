// Lines of a stream with bounded memory.

const maxLineLength = 65_536;

/** Lines without their line breaks. A longer one than the maximum is left out, and its text is never stored. */
export async function* linesOf(chunks: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  let isTooLong = false;
  for await (const chunk of chunks) {
    const parts = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      const line = pending + part;
      if (!isTooLong && line.length <= maxLineLength) yield line.replace(/\r$/, '');
      pending = '';
      isTooLong = false;
    }
    if (isTooLong || pending.length + last.length > maxLineLength) {
      isTooLong = true;
      pending = '';
    } else pending += last;
  }
  if (pending !== '' && !isTooLong) yield pending.replace(/\r$/, '');
}
