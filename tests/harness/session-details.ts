// The details of a session row that most tests do not care about.
export const sessionDetails = { created_utc: '', last_seen_utc: '', ip: '', browser: '', method: 'password' } as const;
