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
  limit $1;
-- [10]

-- list, author
select a0.*
  from media a0
  where 1 = 1
  order by a0.date_utc desc, a0.id desc
  limit $1;
-- [10]

-- list, editor
select a0.*
  from media a0
  where 1 = 1
  order by a0.date_utc desc, a0.id desc
  limit $1;
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
  where a8.image_id = a0.id and a8.image_id <> 0 and 1 = 1)))) and a0.id = any(array(select a9.id
  from media_search a9
  where a9.words like $1 escape '\' and a9.words like $2 escape '\'))) select a10.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0 desc, k1 desc
  limit $3 offset $4) p on 1 = 1 left
  join media a10 on a10.id = p.id
  order by p.k0 desc, p.k1 desc;
-- ["%harvest%","%fair%",10,0]

-- read by id
select a0.*
  from media a0
  where a0.id = $1
  limit $2;
-- [1,1]
