-- list, anonymous
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations
  from tags a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- list, author
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations
  from tags a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- list, editor
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations
  from tags a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- total by search
select (select count(*)
  from tags a0
  where +a0.count > ? and a0.id in (select rowid
  from tags_fts
  where tags_fts match ?));
-- [0,"({name} : (\"harvest fair\")) OR ({slug} : (\"harvest fair\"))"]

-- total by exclude
select (select count(*)
  from tags a0
  where a0.count > ? and not (a0.id in (?, ?)));
-- [0,1,2]

-- total by include
select (select count(*)
  from tags a0
  where +a0.count > ? and a0.id in (?, ?));
-- [0,1,2]

-- total by orderby
select (select count(*)
  from tags a0
  where a0.count > ?);
-- [0]

-- total by hide_empty
select (select count(*)
  from tags a0
  where 1 = 1);
-- []

-- total by post
select (select count(*)
  from tags a0
  where +a0.count > ? and a0.id in (select a1.target
  from event_tags a1
  where a1.owner in (?)));
-- [0,1]

-- total by event
select (select count(*)
  from tags a0
  where +a0.count > ? and a0.id in (select a1.target
  from event_tags a1
  where a1.owner in (?)));
-- [0,1]

-- total by slug
select (select count(*)
  from tags a0
  where +a0.count > ? and a0.id in (select id
  from tags
  where slug in (?) union all select owner
  from tags_slugs
  where slug in (?)));
-- [0,"music","music"]

-- read by id
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations
  from tags a0
  where a0.id = ?
  limit ?;
-- [1,1]
