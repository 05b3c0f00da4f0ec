-- list, anonymous
select a0.id, a0.name, a0.name_key, a0.role, a0.password, a0.created_utc, a0.email, a0.email_key, a0.display_name, a0.language, a0.muted_notices
  from users a0
  where 1 = 0
  order by a0.name_key, a0.id
  limit ?;
-- [10]

-- list, author
select a0.id, a0.name, a0.name_key, a0.role, a0.password, a0.created_utc, a0.email, a0.email_key, a0.display_name, a0.language, a0.muted_notices
  from users a0
  where 1 = 0
  order by a0.name_key, a0.id
  limit ?;
-- [10]

-- list, editor
select a0.id, a0.name, a0.name_key, a0.role, a0.password, a0.created_utc, a0.email, a0.email_key, a0.display_name, a0.language, a0.muted_notices
  from users a0
  where 1 = 1
  order by a0.name_key, a0.id
  limit ?;
-- [10]

-- total by search
select (select count(*)
  from users a0
  where 1 = 0);
-- []

-- read by id
select a0.id, a0.name, a0.name_key, a0.role, a0.password, a0.created_utc, a0.email, a0.email_key, a0.display_name, a0.language, a0.muted_notices
  from users a0
  where a0.id = ?
  limit ?;
-- [1,1]
