-- list, anonymous
select a0.id, a0.author, a0.date_utc, a0.modified_utc, a0.version, a0.title, a0.alt_text, a0.caption, a0.name, a0.origin, a0.hash, a0.extension, a0.width, a0.height, a0.filesize, a0.sizes
  from media a0
  where 1 = 0
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- list, author
select a0.id, a0.author, a0.date_utc, a0.modified_utc, a0.version, a0.title, a0.alt_text, a0.caption, a0.name, a0.origin, a0.hash, a0.extension, a0.width, a0.height, a0.filesize, a0.sizes
  from media a0
  where 1 = 1
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- list, editor
select a0.id, a0.author, a0.date_utc, a0.modified_utc, a0.version, a0.title, a0.alt_text, a0.caption, a0.name, a0.origin, a0.hash, a0.extension, a0.width, a0.height, a0.filesize, a0.sizes
  from media a0
  where 1 = 1
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- total by search
select (select count(*)
  from media a0
  where 1 = 0);
-- []

-- read by id
select a0.id, a0.author, a0.date_utc, a0.modified_utc, a0.version, a0.title, a0.alt_text, a0.caption, a0.name, a0.origin, a0.hash, a0.extension, a0.width, a0.height, a0.filesize, a0.sizes
  from media a0
  where a0.id = ?
  limit ?;
-- [1,1]
