// The names of all locks, for `claim`. Processes of two versions may share a database, so released names stay.

interface Named {
  readonly table: string;
}

export const recordLock = ({ table }: Named, id: number): string => `${table} ${id}`;
/** Slugs that differ in their number only may become one another: `stem` is the slug without it. */
export const slugLock = ({ table }: Named, stem: string): string => `slug ${table} ${stem}`;
export const nameLock = ({ table }: Named, key: string): string => `name ${table} ${key}`;
/** The parents of all records of a table. */
export const treeLock = ({ table }: Named): string => `tree ${table}`;
export const pictureLock = (hash: string): string => `picture ${hash}`;
export const idempotencyLock = (userId: number, route: string, key: string): string =>
  `answer ${userId} ${route} ${key}`;
/** All accounts at once. */
export const accountsLock = 'users';
export const geocodeLock = 'geocode';
export const languagesLock = 'languages';
export const migrationsLock = 'migrations';
export const copyLock = 'copy';
export const demoLock = 'demo';
