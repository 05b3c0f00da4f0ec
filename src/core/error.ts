// What can be told of whatever was thrown: anything may be.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code by which the system, a library or a database names the failure; empty where there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
