-- list, anonymous
select a0.*
  from tags a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- list, author
select a0.*
  from tags a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- list, editor
select a0.*
  from tags a0
  where a0.count > ?
  order by a0.name_key, a0.id
  limit ?;
-- [0,10]

-- page and total by search
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > ? and a0.id in (select rowid
  from tags_fts
  where tags_fts match (with recursive segments (segment) as (select min(segid)
  from tags_fts_idx union all select (select min(segid)
  from tags_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from tags_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from tags_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and exists (select 1
  from tags_search a1
  where a1.id = a0.id and (instr(a1.name, ?) > 0 or instr(a1.slug, ?) > 0))) select a2.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join tags a2 on a2.id = p.id
  order by p.k0, p.k1;
-- [0,"[\"har\",\"arv\",\"rve\",\"ves\",\"est\",\"st \",\"t f\",\" fa\",\"fai\",\"air\"]","harvest fair","harvest fair",10,0]

-- total by exclude
select (select count(*)
  from tags a0
  where a0.count > ? and not (a0.id in (?, ?)));
-- [0,1,2]

-- page and total by include
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > ? and a0.id in (?, ?)) select a1.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join tags a1 on a1.id = p.id
  order by p.k0, p.k1;
-- [0,1,2,10,0]

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

-- page and total by post
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > ? and a0.id in (select a1.target
  from event_tags a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in (?) and a2.password = ''))) select a3.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join tags a3 on a3.id = p.id
  order by p.k0, p.k1;
-- [0,1,10,0]

-- page and total by event
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > ? and a0.id in (select a1.target
  from event_tags a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in (?) and a2.password = ''))) select a3.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join tags a3 on a3.id = p.id
  order by p.k0, p.k1;
-- [0,1,10,0]

-- page and total by slug
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > ? and a0.id in (select id
  from tags
  where slug in (?) union all select owner
  from tags_slugs
  where slug in (?))) select a1.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join tags a1 on a1.id = p.id
  order by p.k0, p.k1;
-- [0,"music","music",10,0]

-- read by id
select a0.*
  from tags a0
  where a0.id = ?
  limit ?;
-- [1,1]
