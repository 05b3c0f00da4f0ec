-- list, anonymous
select a0.*
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- list, author
select a0.*
  from venues a0
  where (a0.status = 'publish' or a0.author = ?) and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [3,10]

-- list, editor
select a0.*
  from venues a0
  where not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit ?;
-- [10]

-- page and total by search
with found as materialized (select a0.id, a0.date_utc as k0, a0.id as k1
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.id in (select rowid
  from venues_fts
  where venues_fts match (with recursive segments (segment) as (select min(segid)
  from venues_fts_idx union all select (select min(segid)
  from venues_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from venues_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from venues_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and exists (select 1
  from venues_search a1
  where a1.id = a0.id and (instr(a1.name, ?) > 0 and instr(a1.name, ?) > 0 or instr(a1.description, ?) > 0 and instr(a1.description, ?) > 0 or instr(a1.address, ?) > 0 and instr(a1.address, ?) > 0 or instr(a1.city, ?) > 0 and instr(a1.city, ?) > 0 or instr(a1.province, ?) > 0 and instr(a1.province, ?) > 0 or instr(a1.state, ?) > 0 and instr(a1.state, ?) > 0 or instr(a1.stateprovince, ?) > 0 and instr(a1.stateprovince, ?) > 0 or instr(a1.zip, ?) > 0 and instr(a1.zip, ?) > 0 or instr(a1.phone, ?) > 0 and instr(a1.phone, ?) > 0))) select a2.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0 desc, k1 desc
  limit ? offset ?) p on 1 = 1 left
  join venues a2 on a2.id = p.id
  order by p.k0 desc, p.k1 desc;
-- ["[\"har\",\"arv\",\"rve\",\"ves\",\"est\",\"fai\",\"air\"]","harvest","fair","harvest","fair","harvest","fair","harvest","fair","harvest","fair","harvest","fair","harvest","fair","harvest","fair","harvest","fair",10,0]

-- page and total by event
with found as materialized (select a0.id, a0.date_utc as k0, a0.id as k1
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.id in (select a1.target
  from event_venues a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in (?) and a2.password = ''))) select a3.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0 desc, k1 desc
  limit ? offset ?) p on 1 = 1 left
  join venues a3 on a3.id = p.id
  order by p.k0 desc, p.k1 desc;
-- [1,10,0]

-- total by has_events
select (select count(*)
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash') and exists (select 1
  from event_venues a1
  join events a2 on a2.content_id = a1.owner
  where a1.target = a0.id and a2.status = 'publish' and a2.listing <= 1 and a2.password = ''));
-- []

-- total by only_with_upcoming
select (select count(*)
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash') and exists (select 1
  from event_venues a1
  join events a2 on a2.content_id = a1.owner
  where a1.target = a0.id and a2.status = 'publish' and a2.listing <= 1 and a2.utc_end_date > ? and a2.password = ''));
-- ["2027-01-01 12:00:00"]

-- total by status
select (select count(*)
  from venues a0
  where a0.status = 'publish' and a0.status in ('draft'));
-- []

-- read by id
select a0.*
  from venues a0
  where a0.id = ?
  limit ?;
-- [1,1]
