-- list, anonymous
select a0.*
  from users a0
  where 1 = 0
  order by a0.name_key, a0.id
  limit $1;
-- [10]

-- list, author
select a0.*
  from users a0
  where 1 = 0
  order by a0.name_key, a0.id
  limit $1;
-- [10]

-- list, editor
select a0.*
  from users a0
  where 1 = 1
  order by a0.name_key, a0.id
  limit $1;
-- [10]

-- total by search
select (select count(*)
  from users a0
  where 1 = 0);
-- []

-- read by id
select a0.*
  from users a0
  where a0.id = $1
  limit $2;
-- [1,1]
