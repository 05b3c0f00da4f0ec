-- list, anonymous
select a0.*
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit $1;
-- [10]

-- list, author
select a0.*
  from venues a0
  where (a0.status = 'publish' or a0.author = $1) and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit $2;
-- [3,10]

-- list, editor
select a0.*
  from venues a0
  where not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit $1;
-- [10]

-- page and total by search
with found as materialized (select a0.id, a0.date_utc as k0, a0.id as k1
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.id = any(array(select a1.id
  from venues_search a1
  where a1.name like $1 escape '\' and a1.name like $2 escape '\' or a1.description like $3 escape '\' and a1.description like $4 escape '\' or a1.address like $5 escape '\' and a1.address like $6 escape '\' or a1.city like $7 escape '\' and a1.city like $8 escape '\' or a1.province like $9 escape '\' and a1.province like $10 escape '\' or a1.state like $11 escape '\' and a1.state like $12 escape '\' or a1.stateprovince like $13 escape '\' and a1.stateprovince like $14 escape '\' or a1.zip like $15 escape '\' and a1.zip like $16 escape '\' or a1.phone like $17 escape '\' and a1.phone like $18 escape '\'))) select a2.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0 desc, k1 desc
  limit $19 offset $20) p on 1 = 1 left
  join venues a2 on a2.id = p.id
  order by p.k0 desc, p.k1 desc;
-- ["%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%","%harvest%","%fair%",10,0]

-- page and total by event
with found as materialized (select a0.id, a0.date_utc as k0, a0.id as k1
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.id in (select a1.target
  from event_venues a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in ($1) and a2.password = '') offset 0)) select a3.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0 desc, k1 desc
  limit $2 offset $3) p on 1 = 1 left
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
  where a1.target = a0.id and a2.status = 'publish' and a2.listing <= 1 and a2.utc_end_date > $1 and a2.password = ''));
-- ["2027-01-01 12:00:00"]

-- total by status
select (select count(*)
  from venues a0
  where a0.status = 'publish' and a0.status in ('draft'));
-- []

-- read by id
select a0.*
  from venues a0
  where a0.id = $1
  limit $2;
-- [1,1]
