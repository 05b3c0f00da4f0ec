-- list, anonymous
select a0.*
  from tags a0
  where a0.count > $1
  order by a0.name_key, a0.id
  limit $2;
-- [0,10]

-- list, author
select a0.*
  from tags a0
  where a0.count > $1
  order by a0.name_key, a0.id
  limit $2;
-- [0,10]

-- list, editor
select a0.*
  from tags a0
  where a0.count > $1
  order by a0.name_key, a0.id
  limit $2;
-- [0,10]

-- page and total by search
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > $1 and a0.id = any(array(select a1.id
  from tags_search a1
  where a1.name like $2 escape '\' or a1.slug like $3 escape '\'))) select a2.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $4 offset $5) p on 1 = 1 left
  join tags a2 on a2.id = p.id
  order by p.k0, p.k1;
-- [0,"%harvest fair%","%harvest fair%",10,0]

-- total by exclude
select (select count(*)
  from tags a0
  where a0.count > $1 and not (a0.id in ($2, $3)));
-- [0,1,2]

-- page and total by include
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > $1 and a0.id in ($2, $3)) select a1.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $4 offset $5) p on 1 = 1 left
  join tags a1 on a1.id = p.id
  order by p.k0, p.k1;
-- [0,1,2,10,0]

-- total by orderby
select (select count(*)
  from tags a0
  where a0.count > $1);
-- [0]

-- total by hide_empty
select (select count(*)
  from tags a0
  where 1 = 1);
-- []

-- page and total by post
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > $1 and a0.id in (select a1.target
  from event_tags a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in ($2) and a2.password = '') offset 0)) select a3.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $3 offset $4) p on 1 = 1 left
  join tags a3 on a3.id = p.id
  order by p.k0, p.k1;
-- [0,1,10,0]

-- page and total by event
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > $1 and a0.id in (select a1.target
  from event_tags a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in ($2) and a2.password = '') offset 0)) select a3.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $3 offset $4) p on 1 = 1 left
  join tags a3 on a3.id = p.id
  order by p.k0, p.k1;
-- [0,1,10,0]

-- page and total by slug
with found as materialized (select a0.id, a0.name_key as k0, a0.id as k1
  from tags a0
  where a0.count > $1 and a0.id in (select id
  from tags
  where slug in ($2) union all select owner
  from tags_slugs
  where slug in ($3))) select a1.*, t.total
  from (select count(*) as total
  from found) t left
  join (select *
  from found
  order by k0, k1
  limit $4 offset $5) p on 1 = 1 left
  join tags a1 on a1.id = p.id
  order by p.k0, p.k1;
-- [0,"music","music",10,0]

-- read by id
select a0.*
  from tags a0
  where a0.id = $1
  limit $2;
-- [1,1]
