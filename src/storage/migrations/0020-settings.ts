// Settings of the site.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table settings (
  id integer primary key,
  name {text} not null,
  tagline {text} not null,
  logo integer not null,
  icon integer not null,
  accent_color {text} not null,
  timezone {text} not null,
  languages {text} not null,
  active_languages {text} not null,
  week_start {text} not null,
  date_format {text} not null,
  time_format {text} not null,
  default_view {text} not null,
  events_per_page integer not null,
  footer_text {text} not null,
  footer_links {text} not null,
  show_credit integer not null,
  map_tiles {text} not null,
  map_attribution {text} not null,
  map_link {text} not null,
  category_colors {text} not null,
  submitters {text} not null,
  submission_intro {text} not null,
  submission_thanks {text} not null,
  submission_required {text} not null,
  smtp_url {text} not null,
  mail_from {text} not null,
  modified_utc {text} not null,
  version integer not null){strict}`,
    // Long work in the background: how far it is.
    `create table job_progress (
  id integer primary key,
  name {text} not null unique,
  done integer not null,
  total integer not null,
  started_utc {text} not null,
  ended_utc {text} not null){strict}`,
  ],
};
