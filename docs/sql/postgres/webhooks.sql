-- list, anonymous
select a0.*
  from webhooks a0
  where 1 = 0
  order by a0.id
  limit $1;
-- [10]

-- list, author
select a0.*
  from webhooks a0
  where 1 = 0
  order by a0.id
  limit $1;
-- [10]

-- list, editor
select a0.*
  from webhooks a0
  where a0.owner = $1
  order by a0.id
  limit $2;
-- [2,10]

-- read by id
select a0.*
  from webhooks a0
  where a0.id = $1
  limit $2;
-- [1,1]
