-- list, anonymous
select a0.*
  from subscriptions a0
  where 1 = 0
  order by a0.name, a0.id
  limit ?;
-- [10]

-- list, author
select a0.*
  from subscriptions a0
  where 1 = 0
  order by a0.name, a0.id
  limit ?;
-- [10]

-- list, editor
select a0.*
  from subscriptions a0
  where 1 = 1
  order by a0.name, a0.id
  limit ?;
-- [10]

-- read by id
select a0.*
  from subscriptions a0
  where a0.id = ?
  limit ?;
-- [1,1]
