// Names of all locks, for `Writer.lock`. Released names never change: processes of two versions may share a database.

interface Named {
  readonly table: string;
}

export const recordLock = ({ table }: Named, id: number): string => `${table} ${id}`;
/** `stem` is the slug without its number: slugs that differ only in the number compete. */
export const slugLock = ({ table }: Named, stem: string): string => `slug ${table} ${stem}`;
/** A source and an ID of another system. */
export const externalLock = ({ table }: Named, source: string, externalId: string): string =>
  `external ${table} ${source} ${externalId}`;
/** Covers the owner of a source. */
export const sourceLock = (source: string): string => `source ${source}`;
export const nameLock = ({ table }: Named, key: string): string => `name ${table} ${key}`;
/** Covers the parents of all records of a table. */
export const treeLock = ({ table }: Named): string => `tree ${table}`;
/** Covers the choice between a new import and an interrupted one. */
export const importLock = (kind: string, source: string): string => `import ${kind} ${source}`;
/** Covers the leases on the files of all images. */
export const fileLeasesLock = 'file-leases';
export const pictureLock = (hash: string): string => `picture ${hash}`;
export const idempotencyLock = (userId: number, route: string, key: string): string =>
  `answer ${userId} ${route} ${key}`;
/** Covers the lease on the source of an import. */
export const leaseLock = (source: string): string => `lease ${source}`;
/** Covers the highest reserved id of a sequence. */
export const reservedIdsLock = (sequence: string): string => `reserved ${sequence}`;
/** Covers all accounts. */
export const accountsLock = 'users';
/** Covers the row of settings when it is created. */
export const settingsLock = 'settings';
export const geocodeLock = 'geocode';
export const languagesLock = 'languages';
export const uidHostLock = 'uid-host';
export const migrationsLock = 'migrations';
export const copyLock = 'copy';
/** Covers the epoch of positions and their purge. */
export const positionsLock = 'positions';
export const syncSecretLock = 'sync-secret';
/** Covers the reservation of queued mails. */
export const mailLock = 'mail';
/** Covers the number of webhooks. */
export const webhooksLock = 'webhooks';
/** Covers the messages of webhooks that deliveries are made of. */
export const webhookMessagesLock = 'webhook-messages';
export const previewSecretLock = 'preview-secret';
export const demoLock = 'demo';
export const usageLock = 'usage';
export const formSecretLock = 'form-secret';
/** Covers the limits and the single use of submitted forms. */
export const submissionsLock = 'submissions';
