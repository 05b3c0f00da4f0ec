// Access logs in the common and combined formats of Apache and nginx. Pure.

const request = /^GET (\S+)(?: HTTP\/[\d.]+)?$/;

/** The target of a GET request; undefined for every other line. */
export function loggedTarget(line: string): string | undefined {
  // The request is the first quoted text after the time in brackets.
  const start = line.indexOf('] "');
  const end = start < 0 ? -1 : line.indexOf('"', start + 3);
  return end < 0 ? undefined : request.exec(line.slice(start + 3, end))?.[1];
}
