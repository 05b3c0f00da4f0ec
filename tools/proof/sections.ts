// The sections of docs/proof.md: what is promised, what runs found that was mended, and which built-in faults a tool notices.

export interface Section {
  /** First part of the names of its runs. */
  readonly name: string;
  readonly title: string;
  readonly promise: string;
  readonly found: readonly string[];
  readonly seeded: readonly string[];
}

export const sections: readonly Section[] = [
  {
    name: 'cluster',
    title: 'A cluster’s bad day',
    promise:
      'Three PostgreSQL under Patroni with etcd, two nodes with two workers, HAProxy and in a second run PgBouncer between. While machines are killed, stopped, cut off, filled up or slowed down, nothing acknowledged is lost or doubled, nothing stale is shown, and the service is back within 15 s of the new primary. The configuration is in [operations](operations.md).',
    found: [
      'No node started behind PgBouncer: `ALMANAC_DATABASE_POOLER`.',
      'Errors of a former primary were answered with 500 instead of 503, and a former primary could be read.',
      'The lag of a replica did not count the timeline, and a replica that had failed was read before it had caught up.',
    ],
    seeded: ['An acknowledgement before the commit: noticed.', 'A cache entry that survives a change: noticed.'],
  },
  {
    name: 'kills',
    title: 'Kills',
    promise:
      'The service, or PostgreSQL below it, is killed with SIGKILL while sixteen writers send single records, batches, series, imports, images and settings. No acknowledged change is lost, nothing is stored half, no image file is missing or left over.',
    found: ['An import that was stopped by a crash of the database was refused for a minute.'],
    seeded: [
      'An answer 30 ms before its commit: noticed. Directly before its commit it is not: the gap is too short for a kill.',
    ],
  },
  {
    name: 'powerloss',
    title: 'Power loss',
    promise:
      'The writes and syncs of the embedded database and its image files are recorded, and the files are rebuilt as a power loss at a random moment may leave them. Every change that was acknowledged before is there.',
    found: ['The first image of a new installation could be lost, because the name of its folder was not synced.'],
    seeded: ['`synchronous = off`: noticed at 17 of 20 moments.'],
  },
  {
    name: 'fuzz',
    title: 'Odd requests',
    promise:
      'Requests made from the OpenAPI documents of both mounts, to pages and feeds, imports, `/mcp` and forms, most with one odd part, as every role: no 5xx, only documented statuses, bodies that match their schema, nothing changed by a request that is refused or a dry run, nothing hidden shown.',
    found: [
      'The dry run of an update that would add a new tag has no id of it, which its documented schema did not allow.',
      'A protected event of `wp/v2` was shown without its password if the `Accept` header named a feed format.',
    ],
    seeded: [
      'Lists without the condition of visibility: noticed by request 30.',
      'An error in the handler of one operation: noticed by request 22.',
      'A refused operation that had changed something: noticed by request 1,088.',
    ],
  },
  {
    name: 'xss',
    title: 'Scripts in texts',
    promise:
      'Texts that would run as a script in some context (text, attribute, URL, script, style, XML) are stored in every text field and looked at in Chromium through every page, feed, mail and console view. Nothing runs.',
    found: [
      'Descriptions of RSS items were plain text, which readers show as HTML: the name of a venue or a summary with markup would have been markup there. They are escaped now.',
    ],
    seeded: [
      'The title of an event page without escaping: noticed, with the context and field of each text.',
      'Names in the lists of the console as HTML: noticed.',
      'The value of the search field without quotes: noticed.',
    ],
  },
  {
    name: 'soak',
    title: 'An hour of traffic',
    promise:
      'Mixed traffic with long feeds, followers, imports and jobs: memory in use, open files, log, temporary files and response times do not rise after the first ten minutes, resident memory not in the second half hour, and neither a restart nor an upgrade of the schema under load fails a request.',
    found: [
      'On the embedded database the rows of queries in the background were never freed: memory grew by about 90 MB in an hour.',
      'On the embedded database prepared statements were kept by number, not by size: 170 kB for each different form of a search.',
      'The log of the embedded database kept the largest size that it ever had until the service stopped: it rose in the first complete hour.',
      'Freed memory stayed in up to sixteen arenas of the allocator: resident memory rose for more than half an hour, to twice that in use.',
      'Each import of lines left a listener with its request behind, until the service stopped.',
      'A node that stopped cut off long feeds and imports in flight.',
      'A migration that waited for a long transaction held up all requests of the other nodes, until they were refused with 503.',
      'nginx did not try another node for an import of lines when one refused the connection.',
    ],
    seeded: [
      'A kilobyte of memory that is kept for every request: noticed in 6 minutes.',
      'A file that stays open for every hundredth request: noticed in 8 minutes.',
    ],
  },
  {
    name: 'versions',
    title: 'Every earlier version',
    promise:
      'Databases and backups of every earlier schema version are upgraded or restored without the loss of a value, and an older program refuses a newer database with a clear sentence.',
    found: [
      'A backup by an older program wrote the time of the backup to a newer database, and one by a newer program failed to do so on an older one with a warning.',
      'On PostgreSQL an upgrade failed if one of its statements took longer than 30 s, as an index of a large table may.',
    ],
    seeded: ['A migration that drops a column, and one that empties some values: noticed.'],
  },
  {
    name: 'around',
    title: 'Services around it',
    promise:
      'Clocks that jump, and mail servers, image stores, identity providers, geocoders and calendars that hang, lie or answer slowly, harm nothing else.',
    found: [
      'While an image store did not respond, a failed upload held the only write transaction of the embedded database for 15 s: every other write waited.',
      'An image store that answered with pages was believed: uploads without files, and pages shown and cached as images.',
      'A file of an image store that did not end was read to the end of the memory, and one that stalled was waited for without end.',
      'A geocoder that stalled after its first bytes was waited for during five minutes: in Node 20 `AbortSignal.any` loses its timeout when garbage is collected. The same held for images, calendars, webhooks and the client library.',
      'The response of an identity provider was read to its end, however long it was.',
      'With time zone data that lacks the zone of an event, the job for changed zones and every edit moved the event to UTC.',
    ],
    seeded: ['A host name whose addresses are judged only once: noticed.'],
  },
];
