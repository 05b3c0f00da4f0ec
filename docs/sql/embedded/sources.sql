-- list, anonymous
select a0.id, a0.name, a0.url, a0.every, a0.default_status, a0.paused, a0.default_venue, a0.default_category, a0.last_result, a0.message, a0.failures, a0.checked_utc, a0.next_utc, a0.running_until, a0.etag, a0.last_modified, a0.content_hash, a0.import_id, a0.missing_events, a0.removal_events, a0.removal_utc, a0.modified_utc, a0.version
  from sources a0
  where 1 = 0
  order by a0.name, a0.id
  limit ?;
-- [10]

-- list, author
select a0.id, a0.name, a0.url, a0.every, a0.default_status, a0.paused, a0.default_venue, a0.default_category, a0.last_result, a0.message, a0.failures, a0.checked_utc, a0.next_utc, a0.running_until, a0.etag, a0.last_modified, a0.content_hash, a0.import_id, a0.missing_events, a0.removal_events, a0.removal_utc, a0.modified_utc, a0.version
  from sources a0
  where 1 = 0
  order by a0.name, a0.id
  limit ?;
-- [10]

-- list, editor
select a0.id, a0.name, a0.url, a0.every, a0.default_status, a0.paused, a0.default_venue, a0.default_category, a0.last_result, a0.message, a0.failures, a0.checked_utc, a0.next_utc, a0.running_until, a0.etag, a0.last_modified, a0.content_hash, a0.import_id, a0.missing_events, a0.removal_events, a0.removal_utc, a0.modified_utc, a0.version
  from sources a0
  where 1 = 1
  order by a0.name, a0.id
  limit ?;
-- [10]

-- read by id
select a0.id, a0.name, a0.url, a0.every, a0.default_status, a0.paused, a0.default_venue, a0.default_category, a0.last_result, a0.message, a0.failures, a0.checked_utc, a0.next_utc, a0.running_until, a0.etag, a0.last_modified, a0.content_hash, a0.import_id, a0.missing_events, a0.removal_events, a0.removal_utc, a0.modified_utc, a0.version
  from sources a0
  where a0.id = ?
  limit ?;
-- [1,1]
