// Which strings both database engines store without change.

/** PostgreSQL rejects NUL, and a lone surrogate has no UTF-8 encoding. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
