// Which texts both database engines can store and give back unchanged.

/** PostgreSQL refuses NUL, and a lone surrogate has no UTF-8 form: either would change or fail on the way. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
