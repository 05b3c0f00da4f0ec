// Message and code of a thrown value, which can have any type.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Error code of the system, a library or a database; empty if there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
