-- list, anonymous
select a0.id, a0.name, a0.tagline, a0.accent_color, a0.category_colors, a0.timezone, a0.languages, a0.week_start, a0.date_format, a0.time_format, a0.default_view, a0.events_per_page, a0.footer_text, a0.footer_links, a0.show_credit, a0.map_tiles, a0.map_attribution, a0.map_link, a0.submitters, a0.submission_intro, a0.submission_thanks, a0.submission_required, a0.mail_from, a0.logo, a0.icon, a0.active_languages, a0.modified_utc, a0.version
  from settings a0
  where 1 = 0
  order by a0.id
  limit ?;
-- [10]

-- list, author
select a0.id, a0.name, a0.tagline, a0.accent_color, a0.category_colors, a0.timezone, a0.languages, a0.week_start, a0.date_format, a0.time_format, a0.default_view, a0.events_per_page, a0.footer_text, a0.footer_links, a0.show_credit, a0.map_tiles, a0.map_attribution, a0.map_link, a0.submitters, a0.submission_intro, a0.submission_thanks, a0.submission_required, a0.mail_from, a0.logo, a0.icon, a0.active_languages, a0.modified_utc, a0.version
  from settings a0
  where 1 = 0
  order by a0.id
  limit ?;
-- [10]

-- list, editor
select a0.id, a0.name, a0.tagline, a0.accent_color, a0.category_colors, a0.timezone, a0.languages, a0.week_start, a0.date_format, a0.time_format, a0.default_view, a0.events_per_page, a0.footer_text, a0.footer_links, a0.show_credit, a0.map_tiles, a0.map_attribution, a0.map_link, a0.submitters, a0.submission_intro, a0.submission_thanks, a0.submission_required, a0.mail_from, a0.logo, a0.icon, a0.active_languages, a0.modified_utc, a0.version
  from settings a0
  where 1 = 0
  order by a0.id
  limit ?;
-- [10]

-- read by id
select a0.id, a0.name, a0.tagline, a0.accent_color, a0.category_colors, a0.timezone, a0.languages, a0.week_start, a0.date_format, a0.time_format, a0.default_view, a0.events_per_page, a0.footer_text, a0.footer_links, a0.show_credit, a0.map_tiles, a0.map_attribution, a0.map_link, a0.submitters, a0.submission_intro, a0.submission_thanks, a0.submission_required, a0.mail_from, a0.logo, a0.icon, a0.active_languages, a0.modified_utc, a0.version
  from settings a0
  where a0.id = ?
  limit ?;
-- [1,1]
