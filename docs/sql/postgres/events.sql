-- list, anonymous
select a0.*, a1.*, (select coalesce(json_agg(json_build_array(a2.*)
  order by a3.position), '[]'::json)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and a2.status = 'publish'), (select coalesce(json_agg(json_build_array(a4.*)
  order by a5.position), '[]'::json)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and a4.status = 'publish'), (select coalesce(json_agg(json_build_array(a6.*)
  order by a6.name_key, a6.id), '[]'::json)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select coalesce(json_agg(json_build_array(a8.*)
  order by a8.name_key, a8.id), '[]'::json)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from ((select a10.id, a10.start_date as k0, a10.id as k1
  from events a10
  where a10.start_date >= $1 and a10.status = 'publish' and not (a10.status = 'trash') and a10.listing = 0 and a10.utc_end_date > $2 and (a10.utc_end_date > $3 or a10.start_date >= $4) and a10.start_date <= $5
  order by k0, k1
  limit $23 offset $24) union all (select a11.id, a11.start_date as k0, a11.id as k1
  from events a11
  where a11.duration_class = 1 and a11.start_date < $6 and a11.duration_class > 0 and a11.start_date >= $7 and a11.status = 'publish' and not (a11.status = 'trash') and a11.listing = 0 and a11.utc_end_date > $8 and (a11.utc_end_date > $9 or a11.start_date >= $10) and a11.start_date <= $11
  order by k0, k1
  limit $25 offset $26) union all (select a12.id, a12.start_date as k0, a12.id as k1
  from events a12
  where a12.duration_class = 2 and a12.start_date < $12 and a12.duration_class > 0 and a12.start_date >= $13 and a12.status = 'publish' and not (a12.status = 'trash') and a12.listing = 0 and a12.utc_end_date > $14 and (a12.utc_end_date > $15 or a12.start_date >= $16) and a12.start_date <= $17
  order by k0, k1
  limit $27 offset $28) union all (select a13.id, a13.start_date as k0, a13.id as k1
  from events a13
  where a13.duration_class = 3 and a13.start_date < $18 and a13.duration_class > 0 and a13.status = 'publish' and not (a13.status = 'trash') and a13.listing = 0 and a13.utc_end_date > $19 and (a13.utc_end_date > $20 or a13.start_date >= $21) and a13.start_date <= $22
  order by k0, k1
  limit $29 offset $30)
  order by k0, k1
  limit $31 offset $32) p
  join events a0 on a0.id = p.id left
  join events a1 on a1.id = a0.content_id
  order by p.k0, p.k1;
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59",10,0,10,0,10,0,10,0,10,0]

-- list, author
select a0.*, a1.*, (select coalesce(json_agg(json_build_array(a2.*)
  order by a3.position), '[]'::json)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and (a2.status = 'publish' or a2.author = $1 and not (a2.status = 'trash'))), (select coalesce(json_agg(json_build_array(a4.*)
  order by a5.position), '[]'::json)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and (a4.status = 'publish' or a4.author = $2 and not (a4.status = 'trash'))), (select coalesce(json_agg(json_build_array(a6.*)
  order by a6.name_key, a6.id), '[]'::json)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select coalesce(json_agg(json_build_array(a8.*)
  order by a8.name_key, a8.id), '[]'::json)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from ((select a10.id, a10.start_date as k0, a10.id as k1
  from events a10
  where a10.start_date >= $3 and (a10.status = 'publish' or a10.author = $4) and not (a10.status = 'trash') and a10.listing = 0 and a10.utc_end_date > $5 and (a10.utc_end_date > $6 or a10.start_date >= $7) and a10.start_date <= $8
  order by k0, k1
  limit $29 offset $30) union all (select a11.id, a11.start_date as k0, a11.id as k1
  from events a11
  where a11.duration_class = 1 and a11.start_date < $9 and a11.duration_class > 0 and a11.start_date >= $10 and (a11.status = 'publish' or a11.author = $11) and not (a11.status = 'trash') and a11.listing = 0 and a11.utc_end_date > $12 and (a11.utc_end_date > $13 or a11.start_date >= $14) and a11.start_date <= $15
  order by k0, k1
  limit $31 offset $32) union all (select a12.id, a12.start_date as k0, a12.id as k1
  from events a12
  where a12.duration_class = 2 and a12.start_date < $16 and a12.duration_class > 0 and a12.start_date >= $17 and (a12.status = 'publish' or a12.author = $18) and not (a12.status = 'trash') and a12.listing = 0 and a12.utc_end_date > $19 and (a12.utc_end_date > $20 or a12.start_date >= $21) and a12.start_date <= $22
  order by k0, k1
  limit $33 offset $34) union all (select a13.id, a13.start_date as k0, a13.id as k1
  from events a13
  where a13.duration_class = 3 and a13.start_date < $23 and a13.duration_class > 0 and (a13.status = 'publish' or a13.author = $24) and not (a13.status = 'trash') and a13.listing = 0 and a13.utc_end_date > $25 and (a13.utc_end_date > $26 or a13.start_date >= $27) and a13.start_date <= $28
  order by k0, k1
  limit $35 offset $36)
  order by k0, k1
  limit $37 offset $38) p
  join events a0 on a0.id = p.id left
  join events a1 on a1.id = a0.content_id
  order by p.k0, p.k1;
-- [3,3,"2026-12-29 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00",3,"2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59",10,0,10,0,10,0,10,0,10,0]

-- list, editor
select a0.*, a1.*, (select coalesce(json_agg(json_build_array(a2.*)
  order by a3.position), '[]'::json)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and not (a2.status = 'trash')), (select coalesce(json_agg(json_build_array(a4.*)
  order by a5.position), '[]'::json)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and not (a4.status = 'trash')), (select coalesce(json_agg(json_build_array(a6.*)
  order by a6.name_key, a6.id), '[]'::json)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select coalesce(json_agg(json_build_array(a8.*)
  order by a8.name_key, a8.id), '[]'::json)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from ((select a10.id, a10.start_date as k0, a10.id as k1
  from events a10
  where a10.start_date >= $1 and not (a10.status = 'trash') and a10.listing = 0 and a10.utc_end_date > $2 and (a10.utc_end_date > $3 or a10.start_date >= $4) and a10.start_date <= $5
  order by k0, k1
  limit $23 offset $24) union all (select a11.id, a11.start_date as k0, a11.id as k1
  from events a11
  where a11.duration_class = 1 and a11.start_date < $6 and a11.duration_class > 0 and a11.start_date >= $7 and not (a11.status = 'trash') and a11.listing = 0 and a11.utc_end_date > $8 and (a11.utc_end_date > $9 or a11.start_date >= $10) and a11.start_date <= $11
  order by k0, k1
  limit $25 offset $26) union all (select a12.id, a12.start_date as k0, a12.id as k1
  from events a12
  where a12.duration_class = 2 and a12.start_date < $12 and a12.duration_class > 0 and a12.start_date >= $13 and not (a12.status = 'trash') and a12.listing = 0 and a12.utc_end_date > $14 and (a12.utc_end_date > $15 or a12.start_date >= $16) and a12.start_date <= $17
  order by k0, k1
  limit $27 offset $28) union all (select a13.id, a13.start_date as k0, a13.id as k1
  from events a13
  where a13.duration_class = 3 and a13.start_date < $18 and a13.duration_class > 0 and not (a13.status = 'trash') and a13.listing = 0 and a13.utc_end_date > $19 and (a13.utc_end_date > $20 or a13.start_date >= $21) and a13.start_date <= $22
  order by k0, k1
  limit $29 offset $30)
  order by k0, k1
  limit $31 offset $32) p
  join events a0 on a0.id = p.id left
  join events a1 on a1.id = a0.content_id
  order by p.k0, p.k1;
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59",10,0,10,0,10,0,10,0,10,0]

-- total by start_date
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.end_date <= $1 and a0.start_date <= $2 and a0.start_date >= $3);
-- ["2029-03-01 23:59:59","2029-03-01 23:59:59","2027-03-01 00:00:00"]

-- total by end_date
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.start_date >= $1 and a0.end_date <= $2 and a0.start_date <= $3);
-- ["2027-01-01 00:00:00","2027-03-01 23:59:59","2027-03-01 23:59:59"]

-- total by starts_before
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.start_date < $1);
-- ["2027-03-01 23:59:59"]

-- total by starts_after
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.start_date > $1);
-- ["2027-03-01 23:59:59"]

-- total by ends_before
select (select count(*)
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.end_date < $1 and a0.start_date <= $2);
-- ["2027-03-01 23:59:59","2027-03-01 23:59:59"]

-- total by ends_after
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.end_date > $2) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < $3 and a1.duration_class > 0 and a1.start_date >= $4 and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.end_date > $5) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < $6 and a2.duration_class > 0 and a2.start_date >= $7 and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.end_date > $8) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < $9 and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.end_date > $10);
-- ["2027-02-27 23:59:59","2027-03-01 23:59:59","2027-02-27 23:59:59","2027-01-30 23:59:59","2027-03-01 23:59:59","2027-02-27 23:59:59","2025-11-06 23:59:59","2027-03-01 23:59:59","2027-02-27 23:59:59","2027-03-01 23:59:59"]

-- page and total by search
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.content_id = any(array(select a1.id
  from events_search a1
  where (a1.words like $11 escape '\') and (a1.words like $12 escape '\') union all select a2.owner
  from event_venues a2
  where a2.target in (select a3.id
  from venues_search a3
  where (a3.name like $13 escape '\' or a3.city like $14 escape '\')) union all select a4.owner
  from event_venues a4
  where a4.target in (select a5.id
  from venues_search a5
  where (a5.name like $15 escape '\' or a5.city like $16 escape '\')) union all select a6.owner
  from event_organizers a6
  where a6.target in (select a7.id
  from organizers_search a7
  where (a7.name like $17 escape '\')) union all select a8.owner
  from event_organizers a8
  where a8.target in (select a9.id
  from organizers_search a9
  where (a9.name like $18 escape '\')) union all select a10.owner
  from event_categories a10
  where a10.target in (select a11.id
  from categories_search a11
  where (a11.name like $19 escape '\')) union all select a12.owner
  from event_categories a12
  where a12.target in (select a13.id
  from categories_search a13
  where (a13.name like $20 escape '\')) union all select a14.owner
  from event_tags a14
  where a14.target in (select a15.id
  from tags_search a15
  where (a15.name like $21 escape '\')) union all select a16.owner
  from event_tags a16
  where a16.target in (select a17.id
  from tags_search a17
  where (a17.name like $22 escape '\')))) and (exists (select 1
  from events_search a18
  where a18.id = a0.content_id and ((a18.words like $23 escape '\'))) or exists (select 1
  from event_venues a19
  where a19.owner = a0.content_id and exists (select 1
  from venues a20
  where a20.id = a19.target and a20.status = 'publish' and exists (select 1
  from venues_search a21
  where a21.id = a20.id and ((a21.name like $24 escape '\' or a21.city like $25 escape '\'))))) or exists (select 1
  from event_organizers a22
  where a22.owner = a0.content_id and exists (select 1
  from organizers a23
  where a23.id = a22.target and a23.status = 'publish' and exists (select 1
  from organizers_search a24
  where a24.id = a23.id and ((a24.name like $26 escape '\'))))) or exists (select 1
  from event_categories a25
  where a25.owner = a0.content_id and exists (select 1
  from categories a26
  where a26.id = a25.target and 1 = 1 and exists (select 1
  from categories_search a27
  where a27.id = a26.id and ((a27.name like $27 escape '\'))))) or exists (select 1
  from event_tags a28
  where a28.owner = a0.content_id and exists (select 1
  from tags a29
  where a29.id = a28.target and 1 = 1 and exists (select 1
  from tags_search a30
  where a30.id = a29.id and ((a30.name like $28 escape '\')))))) and (exists (select 1
  from events_search a31
  where a31.id = a0.content_id and ((a31.words like $29 escape '\'))) or exists (select 1
  from event_venues a32
  where a32.owner = a0.content_id and exists (select 1
  from venues a33
  where a33.id = a32.target and a33.status = 'publish' and exists (select 1
  from venues_search a34
  where a34.id = a33.id and ((a34.name like $30 escape '\' or a34.city like $31 escape '\'))))) or exists (select 1
  from event_organizers a35
  where a35.owner = a0.content_id and exists (select 1
  from organizers a36
  where a36.id = a35.target and a36.status = 'publish' and exists (select 1
  from organizers_search a37
  where a37.id = a36.id and ((a37.name like $32 escape '\'))))) or exists (select 1
  from event_categories a38
  where a38.owner = a0.content_id and exists (select 1
  from categories a39
  where a39.id = a38.target and 1 = 1 and exists (select 1
  from categories_search a40
  where a40.id = a39.id and ((a40.name like $33 escape '\'))))) or exists (select 1
  from event_tags a41
  where a41.owner = a0.content_id and exists (select 1
  from tags a42
  where a42.id = a41.target and 1 = 1 and exists (select 1
  from tags_search a43
  where a43.id = a42.id and ((a43.name like $34 escape '\')))))) and a0.password = '') select a44.*, a45.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $35 offset $36) p on 1 = 1 left
  join events a44 on a44.id = p.id left
  join events a45 on a45.id = a44.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00","%harvest%","%fair%","%harvest%","%harvest%","%fair%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%harvest%","%harvest%","%harvest%","%harvest%","%harvest%","%fair%","%fair%","%fair%","%fair%","%fair%","%fair%",10,0]

-- page and total by categories
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_categories a1
  where a1.target in ($11, $12) offset 0) and a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $13 offset $14) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- page and total by tags
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_tags a1
  where a1.target in ($11, $12) offset 0) and a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $13 offset $14) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- page and total by venue
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_venues a1
  where a1.target in ($11, $12) offset 0) and a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $13 offset $14) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- page and total by organizer
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_organizers a1
  where a1.target in ($11, $12) offset 0) and a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $13 offset $14) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,2,10,0]

-- total by city
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5 and exists (select 1
  from event_venues a1
  join venues a2 on a2.id = a1.target
  where a1.owner = a0.content_id and a2.city in ($6) and a2.status = 'publish') and a0.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 1 and a3.start_date < $7 and a3.duration_class > 0 and a3.start_date >= $8 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > $9 and (a3.utc_end_date > $10 or a3.start_date >= $11) and a3.start_date <= $12 and exists (select 1
  from event_venues a4
  join venues a5 on a5.id = a4.target
  where a4.owner = a3.content_id and a5.city in ($13) and a5.status = 'publish') and a3.password = '') + (select count(*)
  from events a6
  where a6.duration_class = 2 and a6.start_date < $14 and a6.duration_class > 0 and a6.start_date >= $15 and a6.status = 'publish' and not (a6.status = 'trash') and a6.listing = 0 and a6.utc_end_date > $16 and (a6.utc_end_date > $17 or a6.start_date >= $18) and a6.start_date <= $19 and exists (select 1
  from event_venues a7
  join venues a8 on a8.id = a7.target
  where a7.owner = a6.content_id and a8.city in ($20) and a8.status = 'publish') and a6.password = '') + (select count(*)
  from events a9
  where a9.duration_class = 3 and a9.start_date < $21 and a9.duration_class > 0 and a9.status = 'publish' and not (a9.status = 'trash') and a9.listing = 0 and a9.utc_end_date > $22 and (a9.utc_end_date > $23 or a9.start_date >= $24) and a9.start_date <= $25 and exists (select 1
  from event_venues a10
  join venues a11 on a11.id = a10.target
  where a10.owner = a9.content_id and a11.city in ($26) and a11.status = 'publish') and a9.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","Oakton"]

-- total by featured
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5 and a0.featured = 1 and a0.password = '') + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < $6 and a1.duration_class > 0 and a1.start_date >= $7 and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > $8 and (a1.utc_end_date > $9 or a1.start_date >= $10) and a1.start_date <= $11 and a1.featured = 1 and a1.password = '') + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < $12 and a2.duration_class > 0 and a2.start_date >= $13 and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > $14 and (a2.utc_end_date > $15 or a2.start_date >= $16) and a2.start_date <= $17 and a2.featured = 1 and a2.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < $18 and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > $19 and (a3.utc_end_date > $20 or a3.start_date >= $21) and a3.start_date <= $22 and a3.featured = 1 and a3.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by status
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and a0.status in ('draft') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < $6 and a1.duration_class > 0 and a1.start_date >= $7 and a1.status = 'publish' and a1.status in ('draft') and a1.listing = 0 and a1.utc_end_date > $8 and (a1.utc_end_date > $9 or a1.start_date >= $10) and a1.start_date <= $11) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < $12 and a2.duration_class > 0 and a2.start_date >= $13 and a2.status = 'publish' and a2.status in ('draft') and a2.listing = 0 and a2.utc_end_date > $14 and (a2.utc_end_date > $15 or a2.start_date >= $16) and a2.start_date <= $17) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < $18 and a3.duration_class > 0 and a3.status = 'publish' and a3.status in ('draft') and a3.listing = 0 and a3.utc_end_date > $19 and (a3.utc_end_date > $20 or a3.start_date >= $21) and a3.start_date <= $22);
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by geoloc
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5 and exists (select 1
  from event_venues a1
  join venues a2 on a2.id = a1.target
  where a1.owner = a0.content_id and a2.geo_lat is not null and a2.status = 'publish') and a0.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 1 and a3.start_date < $6 and a3.duration_class > 0 and a3.start_date >= $7 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > $8 and (a3.utc_end_date > $9 or a3.start_date >= $10) and a3.start_date <= $11 and exists (select 1
  from event_venues a4
  join venues a5 on a5.id = a4.target
  where a4.owner = a3.content_id and a5.geo_lat is not null and a5.status = 'publish') and a3.password = '') + (select count(*)
  from events a6
  where a6.duration_class = 2 and a6.start_date < $12 and a6.duration_class > 0 and a6.start_date >= $13 and a6.status = 'publish' and not (a6.status = 'trash') and a6.listing = 0 and a6.utc_end_date > $14 and (a6.utc_end_date > $15 or a6.start_date >= $16) and a6.start_date <= $17 and exists (select 1
  from event_venues a7
  join venues a8 on a8.id = a7.target
  where a7.owner = a6.content_id and a8.geo_lat is not null and a8.status = 'publish') and a6.password = '') + (select count(*)
  from events a9
  where a9.duration_class = 3 and a9.start_date < $18 and a9.duration_class > 0 and a9.status = 'publish' and not (a9.status = 'trash') and a9.listing = 0 and a9.utc_end_date > $19 and (a9.utc_end_date > $20 or a9.start_date >= $21) and a9.start_date <= $22 and exists (select 1
  from event_venues a10
  join venues a11 on a11.id = a10.target
  where a10.owner = a9.content_id and a11.geo_lat is not null and a11.status = 'publish') and a9.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- page and total by geoloc_lat
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.content_id in (select a1.owner
  from event_venues a1
  where a1.target in (select a2.id
  from venues a2
  where a2.geo_lat >= $11 and a2.geo_lat <= $12 and (a2.geo_lng >= $13 and a2.geo_lng <= $14 or a2.geo_lng >= $15 and a2.geo_lng <= $16) and floor(asin(least(1.0, sqrt(power(sin((a2.geo_lat - $17) * 0.008726646259971648), 2) + cos(a2.geo_lat * 0.017453292519943295) * $18 * power(sin((a2.geo_lng - $19) * 0.008726646259971648), 2)))) * 12742017.6 + 0.5) <= $20 and a2.status = 'publish') offset 0) and a0.password = '') select a3.*, a4.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $21 offset $22) p on 1 = 1 left
  join events a3 on a3.id = p.id left
  join events a4 on a4.id = a3.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",-18.059737138693453,-17.340262861306545,179.5223869795274,180,-180,-179.72238697952739,-17.7,0.9526614812535863,179.9,40000,10,0]

-- total by include
select (select count(*)
  from events a0
  where a0.id in ($1, $2) and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0) + (select count(*)
  from events a1
  where a1.series in ($3, $4) and a1.series <> 0 and not (a1.id in ($5, $6)) and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0);
-- [1,2,1,2,1,2]

-- page and total by post_parent
with found as materialized (select a0.id, a0.start_date as k0, a0.id as k1
  from events a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $1 and (a0.utc_end_date > $2 or a0.start_date >= $3) and a0.start_date <= $4 and (a0.start_date >= $5 or a0.duration_class = 1 and a0.start_date < $6 and a0.duration_class > 0 and a0.start_date >= $7 or a0.duration_class = 2 and a0.start_date < $8 and a0.duration_class > 0 and a0.start_date >= $9 or a0.duration_class = 3 and a0.start_date < $10 and a0.duration_class > 0) and a0.parent = $11 and a0.parent <> 0 and a0.password = '') select a1.*, a2.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $12 offset $13) p on 1 = 1 left
  join events a1 on a1.id = p.id left
  join events a2 on a2.id = a1.content_id
  order by p.k0, p.k1;
-- ["2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-29 00:00:00",1,10,0]

-- total by ticketed
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5 and a0.ticketed = 1 and a0.password = '') + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < $6 and a1.duration_class > 0 and a1.start_date >= $7 and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > $8 and (a1.utc_end_date > $9 or a1.start_date >= $10) and a1.start_date <= $11 and a1.ticketed = 1 and a1.password = '') + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < $12 and a2.duration_class > 0 and a2.start_date >= $13 and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > $14 and (a2.utc_end_date > $15 or a2.start_date >= $16) and a2.start_date <= $17 and a2.ticketed = 1 and a2.password = '') + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < $18 and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > $19 and (a3.utc_end_date > $20 or a3.start_date >= $21) and a3.start_date <= $22 and a3.ticketed = 1 and a3.password = '');
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by orderby
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < $6 and a1.duration_class > 0 and a1.start_date >= $7 and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > $8 and (a1.utc_end_date > $9 or a1.start_date >= $10) and a1.start_date <= $11) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < $12 and a2.duration_class > 0 and a2.start_date >= $13 and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > $14 and (a2.utc_end_date > $15 or a2.start_date >= $16) and a2.start_date <= $17) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < $18 and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > $19 and (a3.utc_end_date > $20 or a3.start_date >= $21) and a3.start_date <= $22);
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- total by context
select (select count(*)
  from events a0
  where a0.start_date >= $1 and a0.status = 'publish' and not (a0.status = 'trash') and a0.listing = 0 and a0.utc_end_date > $2 and (a0.utc_end_date > $3 or a0.start_date >= $4) and a0.start_date <= $5) + (select count(*)
  from events a1
  where a1.duration_class = 1 and a1.start_date < $6 and a1.duration_class > 0 and a1.start_date >= $7 and a1.status = 'publish' and not (a1.status = 'trash') and a1.listing = 0 and a1.utc_end_date > $8 and (a1.utc_end_date > $9 or a1.start_date >= $10) and a1.start_date <= $11) + (select count(*)
  from events a2
  where a2.duration_class = 2 and a2.start_date < $12 and a2.duration_class > 0 and a2.start_date >= $13 and a2.status = 'publish' and not (a2.status = 'trash') and a2.listing = 0 and a2.utc_end_date > $14 and (a2.utc_end_date > $15 or a2.start_date >= $16) and a2.start_date <= $17) + (select count(*)
  from events a3
  where a3.duration_class = 3 and a3.start_date < $18 and a3.duration_class > 0 and a3.status = 'publish' and not (a3.status = 'trash') and a3.listing = 0 and a3.utc_end_date > $19 and (a3.utc_end_date > $20 or a3.start_date >= $21) and a3.start_date <= $22);
-- ["2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-01 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2025-09-07 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59","2026-12-29 00:00:00","2026-12-31 00:00:00","2027-01-01 00:00:00","2027-01-01 00:00:00","2029-01-01 23:59:59"]

-- read by id
select a0.*, a1.*, (select coalesce(json_agg(json_build_array(a2.*)
  order by a3.position), '[]'::json)
  from event_venues a3
  join venues a2 on a2.id = a3.target
  where a3.owner = a0.content_id and a2.status = 'publish'), (select coalesce(json_agg(json_build_array(a4.*)
  order by a5.position), '[]'::json)
  from event_organizers a5
  join organizers a4 on a4.id = a5.target
  where a5.owner = a0.content_id and a4.status = 'publish'), (select coalesce(json_agg(json_build_array(a6.*)
  order by a6.name_key, a6.id), '[]'::json)
  from event_categories a7
  join categories a6 on a6.id = a7.target
  where a7.owner = a0.content_id and 1 = 1), (select coalesce(json_agg(json_build_array(a8.*)
  order by a8.name_key, a8.id), '[]'::json)
  from event_tags a9
  join tags a8 on a8.id = a9.target
  where a9.owner = a0.content_id and 1 = 1)
  from events a0 left
  join events a1 on a1.id = a0.content_id
  where a0.id = $1
  limit $2;
-- [1,1]
