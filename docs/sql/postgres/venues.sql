-- list, anonymous
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.was_public, a0.modified_utc, a0.version, a0.slug, a0.description, a0.source, a0.external_id, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.address, a0.city, a0.country, a0.province, a0.state, a0.zip, a0.phone, a0.website, a0.stateprovince, a0.show_map, a0.show_map_link, a0.geo_lat, a0.geo_lng, a0.geo_found, a0.geocode_at, a0.geocode_tries
  from venues a0
  where a0.status = 'publish' and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit $1;
-- [10]

-- list, author
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.was_public, a0.modified_utc, a0.version, a0.slug, a0.description, a0.source, a0.external_id, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.address, a0.city, a0.country, a0.province, a0.state, a0.zip, a0.phone, a0.website, a0.stateprovince, a0.show_map, a0.show_map_link, a0.geo_lat, a0.geo_lng, a0.geo_found, a0.geocode_at, a0.geocode_tries
  from venues a0
  where (a0.status = 'publish' or a0.author = $1) and not (a0.status = 'trash')
  order by a0.date_utc desc, a0.id desc
  limit $2;
-- [3,10]

-- list, editor
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.was_public, a0.modified_utc, a0.version, a0.slug, a0.description, a0.source, a0.external_id, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.address, a0.city, a0.country, a0.province, a0.state, a0.zip, a0.phone, a0.website, a0.stateprovince, a0.show_map, a0.show_map_link, a0.geo_lat, a0.geo_lng, a0.geo_found, a0.geocode_at, a0.geocode_tries
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
  where a1.name like $1 escape '\' and a1.name like $2 escape '\' or a1.description like $3 escape '\' and a1.description like $4 escape '\' or a1.address like $5 escape '\' and a1.address like $6 escape '\' or a1.city like $7 escape '\' and a1.city like $8 escape '\' or a1.province like $9 escape '\' and a1.province like $10 escape '\' or a1.state like $11 escape '\' and a1.state like $12 escape '\' or a1.stateprovince like $13 escape '\' and a1.stateprovince like $14 escape '\' or a1.zip like $15 escape '\' and a1.zip like $16 escape '\' or a1.phone like $17 escape '\' and a1.phone like $18 escape '\'))) select a2.id, a2.author, a2.status, a2.date_utc, a2.date_set, a2.was_public, a2.modified_utc, a2.version, a2.slug, a2.description, a2.source, a2.external_id, a2.language, a2.translations, a2.image, a2.image_id, a2.name, a2.name_key, a2.address, a2.city, a2.country, a2.province, a2.state, a2.zip, a2.phone, a2.website, a2.stateprovince, a2.show_map, a2.show_map_link, a2.geo_lat, a2.geo_lng, a2.geo_found, a2.geocode_at, a2.geocode_tries, t.total
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
  where a0.status = 'publish' and not (a0.status = 'trash') and a0.id = any(array(select a1.target
  from event_venues a1
  where a1.owner in (select a2.content_id
  from events a2
  where a2.id in ($1) and a2.password = '')))) select a3.id, a3.author, a3.status, a3.date_utc, a3.date_set, a3.was_public, a3.modified_utc, a3.version, a3.slug, a3.description, a3.source, a3.external_id, a3.language, a3.translations, a3.image, a3.image_id, a3.name, a3.name_key, a3.address, a3.city, a3.country, a3.province, a3.state, a3.zip, a3.phone, a3.website, a3.stateprovince, a3.show_map, a3.show_map_link, a3.geo_lat, a3.geo_lng, a3.geo_found, a3.geocode_at, a3.geocode_tries, t.total
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
select a0.id, a0.author, a0.status, a0.date_utc, a0.date_set, a0.was_public, a0.modified_utc, a0.version, a0.slug, a0.description, a0.source, a0.external_id, a0.language, a0.translations, a0.image, a0.image_id, a0.name, a0.name_key, a0.address, a0.city, a0.country, a0.province, a0.state, a0.zip, a0.phone, a0.website, a0.stateprovince, a0.show_map, a0.show_map_link, a0.geo_lat, a0.geo_lng, a0.geo_found, a0.geocode_at, a0.geocode_tries
  from venues a0
  where a0.id = $1
  limit $2;
-- [1,1]
