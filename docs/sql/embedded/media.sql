-- list, anonymous
select a0.*
  from media a0
  where ((exists (select 1
  from events a2
  join events a1 on a1.content_id = a2.id
  where a2.image_id = a0.id and a2.image_id <> 0 and a1.status = 'publish' and a1.password = '') or exists (select 1
  from venues a3
  where a3.image_id = a0.id and a3.image_id <> 0 and a3.status = 'publish') or exists (select 1
  from organizers a4
  where a4.image_id = a0.id and a4.image_id <> 0 and a4.status = 'publish')) or not ((exists (select 1
  from events a6
  join events a5 on a5.content_id = a6.id
  where a6.image_id = a0.id and a6.image_id <> 0 and 1 = 1) or exists (select 1
  from venues a7
  where a7.image_id = a0.id and a7.image_id <> 0 and 1 = 1) or exists (select 1
  from organizers a8
  where a8.image_id = a0.id and a8.image_id <> 0 and 1 = 1))))
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- list, author
select a0.*
  from media a0
  where 1 = 1
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- list, editor
select a0.*
  from media a0
  where 1 = 1
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- page and total by search
with found as materialized (select a0.id, a0.date_utc as k0, a0.id as k1
  from media a0
  where ((exists (select 1
  from events a2
  join events a1 on a1.content_id = a2.id
  where a2.image_id = a0.id and a2.image_id <> 0 and a1.status = 'publish' and a1.password = '') or exists (select 1
  from venues a3
  where a3.image_id = a0.id and a3.image_id <> 0 and a3.status = 'publish') or exists (select 1
  from organizers a4
  where a4.image_id = a0.id and a4.image_id <> 0 and a4.status = 'publish')) or not ((exists (select 1
  from events a6
  join events a5 on a5.content_id = a6.id
  where a6.image_id = a0.id and a6.image_id <> 0 and 1 = 1) or exists (select 1
  from venues a7
  where a7.image_id = a0.id and a7.image_id <> 0 and 1 = 1) or exists (select 1
  from organizers a8
  where a8.image_id = a0.id and a8.image_id <> 0 and 1 = 1)))) and a0.id in (select rowid
  from media_fts
  where media_fts match (with recursive segments (segment) as (select min(segid)
  from media_fts_idx union all select (select min(segid)
  from media_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from media_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from media_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and exists (select 1
  from media_search a9
  where a9.id = a0.id and (instr(a9.words, ?) > 0 and instr(a9.words, ?) > 0))) select a10.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0 desc, k1 desc
  limit ? offset ?) p on 1 = 1 left
  join media a10 on a10.id = p.id
  order by p.k0 desc, p.k1 desc;
-- ["[\"har\",\"arv\",\"rve\",\"ves\",\"est\",\"fai\",\"air\"]","harvest","fair",10,0]

-- read by id
select a0.*
  from media a0
  where a0.id = ?
  limit ?;
-- [1,1]
