-- list, anonymous
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations, a0.parent, a0.path
  from categories a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- list, author
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations, a0.parent, a0.path
  from categories a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- list, editor
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations, a0.parent, a0.path
  from categories a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- total by search
select (select count(*)
  from categories a0
  where +a0.count > ? and a0.id in (select rowid
  from categories_fts
  where categories_fts match ?));
-- [0,"({name} : (\"harvest fair\")) OR ({slug} : (\"harvest fair\"))"]

-- total by exclude
select (select count(*)
  from categories a0
  where a0.count > ? and not (a0.id in (?, ?)));
-- [0,1,2]

-- total by include
select (select count(*)
  from categories a0
  where +a0.count > ? and a0.id in (?, ?));
-- [0,1,2]

-- total by orderby
select (select count(*)
  from categories a0
  where a0.count > ?);
-- [0]

-- total by hide_empty
select (select count(*)
  from categories a0
  where 1 = 1);
-- []

-- total by post
select (select count(*)
  from categories a0
  where +a0.count > ? and a0.id in (select a1.target
  from event_categories a1
  where a1.owner in (?)));
-- [0,1]

-- total by event
select (select count(*)
  from categories a0
  where +a0.count > ? and a0.id in (select a1.target
  from event_categories a1
  where a1.owner in (?)));
-- [0,1]

-- total by slug
select (select count(*)
  from categories a0
  where +a0.count > ? and a0.id in (select id
  from categories
  where slug in (?) union all select owner
  from categories_slugs
  where slug in (?)));
-- [0,"music","music"]

-- total by parent
select (select count(*)
  from categories a0
  where +a0.count > ? and a0.parent = ?);
-- [0,1]

-- read by id
select a0.id, a0.name, a0.name_key, a0.slug, a0.description, a0.count, a0.modified_utc, a0.version, a0.language, a0.translations, a0.parent, a0.path
  from categories a0
  where a0.id = ?
  limit ?;
-- [1,1]
