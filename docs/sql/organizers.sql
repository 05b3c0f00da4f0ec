-- list, anonymous
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.modified_utc, a0.version, a0.slug, a0.description, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.phone, a0.website, a0.email
  from organizers a0
  where a0.status = 'publish' and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- list, author
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.modified_utc, a0.version, a0.slug, a0.description, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.phone, a0.website, a0.email
  from organizers a0
  where (a0.status = 'publish' or a0.author = ?) and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [3,10]

-- list, editor
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.modified_utc, a0.version, a0.slug, a0.description, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.phone, a0.website, a0.email
  from organizers a0
  where not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- total by search
select (select count(*)
  from organizers a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and a0.id in (select rowid
  from organizers_fts
  where organizers_fts match ?));
-- ["({name} : (\"harvest\" AND \"fair\")) OR ({description} : (\"harvest\" AND \"fair\")) OR ({phone} : (\"harvest\" AND \"fair\")) OR ({email} : (\"harvest\" AND \"fair\")) OR ({website} : (\"harvest\" AND \"fair\"))"]

-- total by event
select (select count(*)
  from organizers a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and a0.id in (select a1.target
  from event_organizers a1
  where a1.owner in (?)));
-- [1]

-- total by has_events
select (select count(*)
  from organizers a0
  where a0.status = 'publish' and not (a0.status = 'trash') and exists (select 1
  from event_organizers a1
  join events a2 on a2.id = a1.owner
  where a1.target = a0.id and a2.status = 'publish'));
-- []

-- total by only_with_upcoming
select (select count(*)
  from organizers a0
  where a0.status = 'publish' and not (a0.status = 'trash') and exists (select 1
  from event_organizers a1
  join events a2 on a2.id = a1.owner
  where a1.target = a0.id and a2.status = 'publish' and a2.utc_end_date > ?));
-- ["2027-01-01 12:00:00"]

-- total by status
select (select count(*)
  from organizers a0
  where a0.status = 'publish' and a0.status in ('draft'));
-- []

-- read by id
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.modified_utc, a0.version, a0.slug, a0.description, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.phone, a0.website, a0.email
  from organizers a0
  where a0.id = ?
  limit ?;
-- [1,1]
