-- list, anonymous
select a0.*, a1.*, (select json_group_array(json_array(a2.*)
  order by a3.position)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and a2.status = 'publish'), (select json_group_array(json_array(a4.*)
  order by a5.position)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and a4.status = 'publish'), (select json_group_array(json_array(a6.*)
  order by a6.name_key, a6.id)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select json_group_array(json_array(a8.*)
  order by a8.name_key, a8.id)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from (select a10.id, a10.start_date as k0, a10.id as k1
  from events a10
  where a10.start_date >= ? and a10.status = 'publish' and not (a10.status = 'trash') and a10.listing = 0 and a10.utc_end_date > ? and (a10.utc_end_date > ? or a10.start_date >= ?) and a10.start_date <= ? union all select a11.id, a11.start_date as k0, a11.id as k1
  from events a11
  where a11.duration_class = 1 and a11.start_date < ? and a11.duration_class > 0 and a11.start_date >= ? and a11.status = 'publish' and not (a11.status = 'trash') and a11.listing = 0 and a11.utc_end_date > ? and (a11.utc_end_date > ? or a11.start_date >= ?) and a11.start_date <= ? union all select a12.id, a12.start_date as k0, a12.id as k1
  from events a12
  where a12.duration_class = 2 and a12.start_date < ? and a12.duration_class > 0 and a12.start_date >= ? and a12.status = 'publish' and not (a12.status = 'trash') and a12.listing = 0 and a12.utc_end_date > ? and (a12.utc_end_date > ? or a12.start_date >= ?) and a12.start_date <= ? union all select a13.id, a13.start_date as k0, a13.id as k1
  from events a13
  where a13.duration_class = 3 and a13.start_date < ? and a13.duration_class > 0 and a13.status = 'publish' and not (a13.status = 'trash') and a13.listing = 0 and a13.utc_end_date > ? and (a13.utc_end_date > ? or a13.start_date >= ?) and a13.start_date <= ?
  order by k0, k1
  limit ? offset ?) p
  join events a0 on a0.id = p.id left
  join events a1 on a1.id = a0.content_id
  order by p.k0, p.k1;
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59",10,0]

-- list, author
select a0.*, a1.*, (select json_group_array(json_array(a2.*)
  order by a3.position)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and (a2.status = 'publish' or a2.author = ? and not (a2.status = 'trash'))), (select json_group_array(json_array(a4.*)
  order by a5.position)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and (a4.status = 'publish' or a4.author = ? and not (a4.status = 'trash'))), (select json_group_array(json_array(a6.*)
  order by a6.name_key, a6.id)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select json_group_array(json_array(a8.*)
  order by a8.name_key, a8.id)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from (select a10.id, a10.start_date as k0, a10.id as k1
  from events a10
  where a10.start_date >= ? and (a10.status = 'publish' or a10.author = ?) and not (a10.status = 'trash') and a10.listing = 0 and a10.utc_end_date > ? and (a10.utc_end_date > ? or a10.start_date >= ?) and a10.start_date <= ? union all select a11.id, a11.start_date as k0, a11.id as k1
  from events a11
  where a11.duration_class = 1 and a11.start_date < ? and a11.duration_class > 0 and a11.start_date >= ? and (a11.status = 'publish' or a11.author = ?) and not (a11.status = 'trash') and a11.listing = 0 and a11.utc_end_date > ? and (a11.utc_end_date > ? or a11.start_date >= ?) and a11.start_date <= ? union all select a12.id, a12.start_date as k0, a12.id as k1
  from events a12
  where a12.duration_class = 2 and a12.start_date < ? and a12.duration_class > 0 and a12.start_date >= ? and (a12.status = 'publish' or a12.author = ?) and not (a12.status = 'trash') and a12.listing = 0 and a12.utc_end_date > ? and (a12.utc_end_date > ? or a12.start_date >= ?) and a12.start_date <= ? union all select a13.id, a13.start_date as k0, a13.id as k1
  from events a13
  where a13.duration_class = 3 and a13.start_date < ? and a13.duration_class > 0 and (a13.status = 'publish' or a13.author = ?) and not (a13.status = 'trash') and a13.listing = 0 and a13.utc_end_date > ? and (a13.utc_end_date > ? or a13.start_date >= ?) and a13.start_date <= ?
  order by k0, k1
  limit ? offset ?) p
  join events a0 on a0.id = p.id left
  join events a1 on a1.id = a0.content_id
  order by p.k0, p.k1;
-- [3,3,"2026-12-29 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59",10,0]

-- list, editor
select a0.*, a1.*, (select json_group_array(json_array(a2.*)
  order by a3.position)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and not (a2.status = 'trash')), (select json_group_array(json_array(a4.*)
  order by a5.position)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and not (a4.status = 'trash')), (select json_group_array(json_array(a6.*)
  order by a6.name_key, a6.id)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select json_group_array(json_array(a8.*)
  order by a8.name_key, a8.id)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from (select a10.id, a10.start_date as k0, a10.id as k1
  from events a10
  where a10.start_date >= ? and not (a10.status = 'trash') and a10.listing = 0 and a10.utc_end_date > ? and (a10.utc_end_date > ? or a10.start_date >= ?) and a10.start_date <= ? union all select a11.id, a11.start_date as k0, a11.id as k1
  from events a11
  where a11.duration_class = 1 and a11.start_date < ? and a11.duration_class > 0 and a11.start_date >= ? and not (a11.status = 'trash') and a11.listing = 0 and a11.utc_end_date > ? and (a11.utc_end_date > ? or a11.start_date >= ?) and a11.start_date <= ? union all select a12.id, a12.start_date as k0, a12.id as k1
  from events a12
  where a12.duration_class = 2 and a12.start_date < ? and a12.duration_class > 0 and a12.start_date >= ? and not (a12.status = 'trash') and a12.listing = 0 and a12.utc_end_date > ? and (a12.utc_end_date > ? or a12.start_date >= ?) and a12.start_date <= ? union all select a13.id, a13.start_date as k0, a13.id as k1
  from events a13
  where a13.duration_class = 3 and a13.start_date < ? and a13.duration_class > 0 and not (a13.status = 'trash') and a13.listing = 0 and a13.utc_end_date > ? and (a13.utc_end_date > ? or a13.start_date >= ?) and a13.start_date <= ?
  order by k0, k1
  limit ? offset ?) p
  join events a0 on a0.id = p.id left
  join events a1 on a1.id = a0.content_id
  order by p.k0, p.k1;
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59",10,0]

-- total by start_date
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.end_date <= ? and a0.start_date <= ? and a0.start_date >= ?);
-- ["2029-03-01 23:59:59","2029-03-01 23:59:59","2027-03-01 00:00:00"]

-- total by end_date
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.start_date >= ? and a0.end_date <= ? and a0.start_date <= ?);
-- ["2027-01-01 00:00:00","2027-03-01 23:59:59","2027-03-01 23:59:59"]

-- total by starts_before
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.start_date < ?);
-- ["2027-03-01 23:59:59"]

-- total by starts_after
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.start_date > ?);
-- ["2027-03-01 23:59:59"]

-- total by ends_before
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.end_date < ? and a0.start_date <= ?);
-- ["2027-03-01 23:59:59","2027-03-01 23:59:59"]

-- total by ends_after
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.end_date > ?) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < ? and a1.duration_class > 0 and a1.start_date >= ? and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.end_date > ?) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < ? and a2.duration_class > 0 and a2.start_date >= ? and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.end_date > ?) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < ? and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.end_date > ?);
-- ["2027-02-27 23:59:59","2027-03-01 23:59:59","2027-02-27 23:59:59","2027-01-30 23:59:59","2027-03-01 23:59:59","2027-02-27 23:59:59","2025-11-06 23:59:59","2027-03-01 23:59:59","2027-02-27 23:59:59","2027-03-01 23:59:59"]

-- page and total by search
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.content_id in (select rowid
  from events_fts
  where events_fts match (with recursive segments (segment) as (select min(segid)
  from events_fts_idx union all select (select min(segid)
  from events_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from events_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from events_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes)) union all select a1.owner
  from event_venues a1
  where a1.target in (select a2.id
  from venues_search a2
  where a2.id in (select rowid
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
  from sizes))) and (instr(a2.name, ?) > 0 or instr(a2.city, ?) > 0)) union all select a3.owner
  from event_venues a3
  where a3.target in (select a4.id
  from venues_search a4
  where a4.id in (select rowid
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
  from sizes))) and (instr(a4.name, ?) > 0 or instr(a4.city, ?) > 0)) union all select a5.owner
  from event_organizers a5
  where a5.target in (select a6.id
  from organizers_search a6
  where a6.id in (select rowid
  from organizers_fts
  where organizers_fts match (with recursive segments (segment) as (select min(segid)
  from organizers_fts_idx union all select (select min(segid)
  from organizers_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from organizers_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from organizers_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a6.name, ?) > 0)) union all select a7.owner
  from event_organizers a7
  where a7.target in (select a8.id
  from organizers_search a8
  where a8.id in (select rowid
  from organizers_fts
  where organizers_fts match (with recursive segments (segment) as (select min(segid)
  from organizers_fts_idx union all select (select min(segid)
  from organizers_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from organizers_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from organizers_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a8.name, ?) > 0)) union all select a9.owner
  from event_categories a9
  where a9.target in (select a10.id
  from categories_search a10
  where a10.id in (select rowid
  from categories_fts
  where categories_fts match (with recursive segments (segment) as (select min(segid)
  from categories_fts_idx union all select (select min(segid)
  from categories_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from categories_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from categories_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a10.name, ?) > 0)) union all select a11.owner
  from event_categories a11
  where a11.target in (select a12.id
  from categories_search a12
  where a12.id in (select rowid
  from categories_fts
  where categories_fts match (with recursive segments (segment) as (select min(segid)
  from categories_fts_idx union all select (select min(segid)
  from categories_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from categories_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from categories_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a12.name, ?) > 0)) union all select a13.owner
  from event_tags a13
  where a13.target in (select a14.id
  from tags_search a14
  where a14.id in (select rowid
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
  from sizes))) and (instr(a14.name, ?) > 0)) union all select a15.owner
  from event_tags a15
  where a15.target in (select a16.id
  from tags_search a16
  where a16.id in (select rowid
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
  from sizes))) and (instr(a16.name, ?) > 0))) and (exists (select 1
  from events_search a17
  where a17.id = a0.content_id and ((instr(a17.words, ?) > 0))) or exists (select 1
  from event_venues a18
  where a18.owner = a0.content_id and +a18.target in (select a20.id
  from venues_search a20
  where a20.id in (select rowid
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
  from sizes))) and (instr(a20.name, ?) > 0 or instr(a20.city, ?) > 0)) and exists (select 1
  from venues a19
  where a19.id = a18.target and a19.status = 'publish' and exists (select 1
  from venues_search a21
  where a21.id = a19.id and ((instr(a21.name, ?) > 0 or instr(a21.city, ?) > 0))))) or exists (select 1
  from event_organizers a22
  where a22.owner = a0.content_id and +a22.target in (select a24.id
  from organizers_search a24
  where a24.id in (select rowid
  from organizers_fts
  where organizers_fts match (with recursive segments (segment) as (select min(segid)
  from organizers_fts_idx union all select (select min(segid)
  from organizers_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from organizers_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from organizers_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a24.name, ?) > 0)) and exists (select 1
  from organizers a23
  where a23.id = a22.target and a23.status = 'publish' and exists (select 1
  from organizers_search a25
  where a25.id = a23.id and ((instr(a25.name, ?) > 0))))) or exists (select 1
  from event_categories a26
  where a26.owner = a0.content_id and +a26.target in (select a28.id
  from categories_search a28
  where a28.id in (select rowid
  from categories_fts
  where categories_fts match (with recursive segments (segment) as (select min(segid)
  from categories_fts_idx union all select (select min(segid)
  from categories_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from categories_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from categories_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a28.name, ?) > 0)) and exists (select 1
  from categories a27
  where a27.id = a26.target and 1 = 1 and exists (select 1
  from categories_search a29
  where a29.id = a27.id and ((instr(a29.name, ?) > 0))))) or exists (select 1
  from event_tags a30
  where a30.owner = a0.content_id and +a30.target in (select a32.id
  from tags_search a32
  where a32.id in (select rowid
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
  from sizes))) and (instr(a32.name, ?) > 0)) and exists (select 1
  from tags a31
  where a31.id = a30.target and 1 = 1 and exists (select 1
  from tags_search a33
  where a33.id = a31.id and ((instr(a33.name, ?) > 0)))))) and (exists (select 1
  from events_search a34
  where a34.id = a0.content_id and ((instr(a34.words, ?) > 0))) or exists (select 1
  from event_venues a35
  where a35.owner = a0.content_id and +a35.target in (select a37.id
  from venues_search a37
  where a37.id in (select rowid
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
  from sizes))) and (instr(a37.name, ?) > 0 or instr(a37.city, ?) > 0)) and exists (select 1
  from venues a36
  where a36.id = a35.target and a36.status = 'publish' and exists (select 1
  from venues_search a38
  where a38.id = a36.id and ((instr(a38.name, ?) > 0 or instr(a38.city, ?) > 0))))) or exists (select 1
  from event_organizers a39
  where a39.owner = a0.content_id and +a39.target in (select a41.id
  from organizers_search a41
  where a41.id in (select rowid
  from organizers_fts
  where organizers_fts match (with recursive segments (segment) as (select min(segid)
  from organizers_fts_idx union all select (select min(segid)
  from organizers_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from organizers_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from organizers_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a41.name, ?) > 0)) and exists (select 1
  from organizers a40
  where a40.id = a39.target and a40.status = 'publish' and exists (select 1
  from organizers_search a42
  where a42.id = a40.id and ((instr(a42.name, ?) > 0))))) or exists (select 1
  from event_categories a43
  where a43.owner = a0.content_id and +a43.target in (select a45.id
  from categories_search a45
  where a45.id in (select rowid
  from categories_fts
  where categories_fts match (with recursive segments (segment) as (select min(segid)
  from categories_fts_idx union all select (select min(segid)
  from categories_fts_idx
  where segid > segment)
  from segments
  where segment is not null), sizes (trigram, pages) as materialized (select value, (select total((select pgno / 2
  from categories_fts_idx
  where segid = segment and term > cast('0' || value as blob)
  order by term
  limit 1) - (select pgno / 2
  from categories_fts_idx
  where segid = segment and term <= cast('0' || value as blob)
  order by term desc
  limit 1))
  from segments)
  from json_each(?)) select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ')
  from sizes
  where pages <= 2 * (select min(pages)
  from sizes))) and (instr(a45.name, ?) > 0)) and exists (select 1
  from categories a44
  where a44.id = a43.target and 1 = 1 and exists (select 1
  from categories_search a46
  where a46.id = a44.id and ((instr(a46.name, ?) > 0))))) or exists (select 1
  from event_tags a47
  where a47.owner = a0.content_id and +a47.target in (select a49.id
  from tags_search a49
  where a49.id in (select rowid
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
  from sizes))) and (instr(a49.name, ?) > 0)) and exists (select 1
  from tags a48
  where a48.id = a47.target and 1 = 1 and exists (select 1
  from tags_search a50
  where a50.id = a48.id and ((instr(a50.name, ?) > 0)))))) and +a0.password = '') select a51.*, a52.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a51 on a51.id = p.id left
  join events a52 on a52.id = a51.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00","[\"har\",\"arv\",\"rve\",\"ves\",\"est\",\"fai\",\"air\"]","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","harvest","[\"fai\",\"air\"]","fair","fair","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","[\"fai\",\"air\"]","fair","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","[\"fai\",\"air\"]","fair","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","[\"fai\",\"air\"]","fair","harvest","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","harvest","harvest","harvest","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","harvest","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","harvest","[\"har\",\"arv\",\"rve\",\"ves\",\"est\"]","harvest","harvest","fair","[\"fai\",\"air\"]","fair","fair","fair","fair","[\"fai\",\"air\"]","fair","fair","[\"fai\",\"air\"]","fair","fair","[\"fai\",\"air\"]","fair","fair",10,0]

-- page and total by categories
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_categories a1
  where a1.target in (?, ?)) and +a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- page and total by tags
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_tags a1
  where a1.target in (?, ?)) and +a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- page and total by venue
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_venues a1
  where a1.target in (?, ?)) and +a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- page and total by organizer
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_organizers a1
  where a1.target in (?, ?)) and +a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- total by city
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ? and exists (select 1
  from event_venues a1
  join venues a2 on a2.id = a1.target
  where a1.owner = a0.content_id and a2.city in (?) and a2.status = 'publish') and a0.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 1 and a3.start_date < ? and a3.duration_class > 0 and a3.start_date >= ? and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ? and exists (select 1
  from event_venues a4
  join venues a5 on a5.id = a4.target
  where a4.owner = a3.content_id and a5.city in (?) and a5.status = 'publish') and a3.password = '') + (select count(*)
  from events a6
  where a6.duration_class = 2 and a6.start_date < ? and a6.duration_class > 0 and a6.start_date >= ? and a6.status = 'publish' and not (a6.status = 'trash') and a6.listing = 0 and a6.utc_end_date > ? and (a6.utc_end_date > ? or a6.start_date >= ?) and a6.start_date <= ? and exists (select 1
  from event_venues a7
  join venues a8 on a8.id = a7.target
  where a7.owner = a6.content_id and a8.city in (?) and a8.status = 'publish') and a6.password = '') + (select count(*)
  from events a9
  where a9.duration_class = 3 and a9.start_date < ? and a9.duration_class > 0 and a9.status = 'publish' and not (a9.status = 'trash') and a9.listing = 0 and a9.utc_end_date > ? and (a9.utc_end_date > ? or a9.start_date >= ?) and a9.start_date <= ? and exists (select 1
  from event_venues a10
  join venues a11 on a11.id = a10.target
  where a10.owner = a9.content_id and a11.city in (?) and a11.status = 'publish') and a9.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton"]

-- total by featured
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ? and a0.featured = 1 and a0.password = '') + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < ? and a1.duration_class > 0 and a1.start_date >= ? and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > ? and (a1.utc_end_date > ? or a1.start_date >= ?) and a1.start_date <= ? and a1.featured = 1 and a1.password = '') + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < ? and a2.duration_class > 0 and a2.start_date >= ? and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > ? and (a2.utc_end_date > ? or a2.start_date >= ?) and a2.start_date <= ? and a2.featured = 1 and a2.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < ? and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ? and a3.featured = 1 and a3.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by status
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and a0.status in ('draft') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ?) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < ? and a1.duration_class > 0 and a1.start_date >= ? and a1.status = 'publish' and a1.status in ('draft') and a1.listing = 0 and a1.utc_end_date > ? and (a1.utc_end_date > ? or a1.start_date >= ?) and a1.start_date <= ?) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < ? and a2.duration_class > 0 and a2.start_date >= ? and a2.status = 'publish' and a2.status in ('draft') and a2.listing = 0 and a2.utc_end_date > ? and (a2.utc_end_date > ? or a2.start_date >= ?) and a2.start_date <= ?) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < ? and a3.duration_class > 0 and a3.status = 'publish' and a3.status in ('draft') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ?);
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by geoloc
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ? and exists (select 1
  from event_venues a1
  join venues a2 on a2.id = a1.target
  where a1.owner = a0.content_id and a2.geo_lat is not null and a2.status = 'publish') and a0.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 1 and a3.start_date < ? and a3.duration_class > 0 and a3.start_date >= ? and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ? and exists (select 1
  from event_venues a4
  join venues a5 on a5.id = a4.target
  where a4.owner = a3.content_id and a5.geo_lat is not null and a5.status = 'publish') and a3.password = '') + (select count(*)
  from events a6
  where a6.duration_class = 2 and a6.start_date < ? and a6.duration_class > 0 and a6.start_date >= ? and a6.status = 'publish' and not (a6.status = 'trash') and a6.listing = 0 and a6.utc_end_date > ? and (a6.utc_end_date > ? or a6.start_date >= ?) and a6.start_date <= ? and exists (select 1
  from event_venues a7
  join venues a8 on a8.id = a7.target
  where a7.owner = a6.content_id and a8.geo_lat is not null and a8.status = 'publish') and a6.password = '') + (select count(*)
  from events a9
  where a9.duration_class = 3 and a9.start_date < ? and a9.duration_class > 0 and a9.status = 'publish' and not (a9.status = 'trash') and a9.listing = 0 and a9.utc_end_date > ? and (a9.utc_end_date > ? or a9.start_date >= ?) and a9.start_date <= ? and exists (select 1
  from event_venues a10
  join venues a11 on a11.id = a10.target
  where a10.owner = a9.content_id and a11.geo_lat is not null and a11.status = 'publish') and a9.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- page and total by geoloc_lat
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_venues a1
  where a1.target in (select a2.id
  from venues a2
  where a2.geo_lat >= ? and a2.geo_lat <= ? and (a2.geo_lng >= ? and a2.geo_lng <= ? or a2.geo_lng >= ? and a2.geo_lng <= ?) and floor(asin(min(1.0, sqrt(power(sin((a2.geo_lat - ?) * 0.008726646259971648), 2) + cos(a2.geo_lat * 0.017453292519943295) * ? * power(sin((a2.geo_lng - ?) * 0.008726646259971648), 2)))) * 12742017.6 + 0.5) <= ? and a2.status = 'publish')) and +a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",-18.059737138693453,-17.340262861306545,179.5223869795274,180,-180,-179.72238697952739,-17.7,0.9526614812535863,179.9,40000,10,0]

-- total by include
select (select count(*)
  from events a0
  where a0.id in (?, ?) and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0) + (select count(*)
  from events a1
  where a1.series in (?, ?) and a1.series <> 0 and not (+a1.id in (?, ?)) and +a1.status = 'publish' and not (+a1.status = 'trash') and +a1.listing = 0);
-- [1,2,1,2,1,2]

-- page and total by post_parent
with found as materialized (select a0.id, +a0.start_date as k0, +a0.id as k1
  from events a0
  where +a0.status = 'publish' and not (+a0.status = 'trash') and +a0.listing = 0 and +a0.utc_end_date > ? and (+a0.utc_end_date > ? or +a0.start_date >= ?) and +a0.start_date <= ? and (+a0.start_date >= ? or +a0.duration_class = 1 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 2 and +a0.start_date < ? and +a0.duration_class > 0 and +a0.start_date >= ? or +a0.duration_class = 3 and +a0.start_date < ? and +a0.duration_class > 0) and a0.parent = ? and a0.parent <> 0 and +a0.password = '') select a1.*, a2.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit ? offset ?) p on 1 = 1 left
  join events a1 on a1.id = p.id left
  join events a2 on a2.id = a1.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,10,0]

-- total by ticketed
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ? and a0.ticketed = 1 and a0.password = '') + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < ? and a1.duration_class > 0 and a1.start_date >= ? and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > ? and (a1.utc_end_date > ? or a1.start_date >= ?) and a1.start_date <= ? and a1.ticketed = 1 and a1.password = '') + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < ? and a2.duration_class > 0 and a2.start_date >= ? and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > ? and (a2.utc_end_date > ? or a2.start_date >= ?) and a2.start_date <= ? and a2.ticketed = 1 and a2.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < ? and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ? and a3.ticketed = 1 and a3.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by orderby
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ?) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < ? and a1.duration_class > 0 and a1.start_date >= ? and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > ? and (a1.utc_end_date > ? or a1.start_date >= ?) and a1.start_date <= ?) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < ? and a2.duration_class > 0 and a2.start_date >= ? and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > ? and (a2.utc_end_date > ? or a2.start_date >= ?) and a2.start_date <= ?) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < ? and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ?);
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by context
select (select count(*)
  from events a0
  where a0.start_date >= ? and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > ? and (a0.utc_end_date > ? or a0.start_date >= ?) and a0.start_date <= ?) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < ? and a1.duration_class > 0 and a1.start_date >= ? and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > ? and (a1.utc_end_date > ? or a1.start_date >= ?) and a1.start_date <= ?) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < ? and a2.duration_class > 0 and a2.start_date >= ? and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > ? and (a2.utc_end_date > ? or a2.start_date >= ?) and a2.start_date <= ?) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < ? and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > ? and (a3.utc_end_date > ? or a3.start_date >= ?) and a3.start_date <= ?);
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- read by id
select a0.*, a1.*, (select json_group_array(json_array(a2.*)
  order by a3.position)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and a2.status = 'publish'), (select json_group_array(json_array(a4.*)
  order by a5.position)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and a4.status = 'publish'), (select json_group_array(json_array(a6.*)
  order by a6.name_key, a6.id)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select json_group_array(json_array(a8.*)
  order by a8.name_key, a8.id)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from events a0 left
  join events a1 on a1.id = a0.content_id
  where a0.id = ?
  limit ?;
-- [1,1]
