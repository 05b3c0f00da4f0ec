// The fictional organizers of the demo calendar.
import type { Given } from '../core/field.js';

export const harbourCircle: Given = {
  organizer: 'Harbour Arts Circle',
  email: 'hello@harbourcircle.example',
  website: 'https://harbourcircle.example/',
  description: '<p>Musicians, painters and ferry pilots who keep the old quay lively all year round.</p>',
};

export const northlight: Given = {
  organizer: 'Northlight Film Society',
  email: 'projector@northlight.example',
  phone: '+44 131 496 0173',
  website: 'https://northlight.example/',
  description:
    '<p>Volunteers who have shown films on Thursdays for thirty-one years and still argue about the endings.</p>',
};

export const makersGuild: Given = {
  organizer: 'Kettle and Thread Makers’ Guild',
  email: 'bench@kettleandthread.example',
  phone: '+1 503-555-0134',
  website: 'https://kettleandthread.example/',
  description: '<p>Bookbinders, weavers and menders who teach what they know in small groups.</p>',
};

export const openWindow: Given = {
  organizer: 'Open Window Concerts',
  email: 'listen@openwindow.example',
  website: 'https://openwindow.example/',
  description: '<p>Chamber music, jazz and songs in rooms small enough to hear the breathing.</p>',
};

export const longTable: Given = {
  organizer: 'Long Table Kitchen',
  email: 'supper@longtable.example',
  website: 'https://longtable.example/',
  description: '<p>Cooks who believe that strangers become neighbours somewhere between the soup and the bread.</p>',
};

export const fieldAndFeather: Given = {
  organizer: 'Field and Feather Walks',
  email: 'boots@fieldandfeather.example',
  website: 'https://fieldandfeather.example/',
  description: '<p>Naturalists who walk slowly, carry spare binoculars and never mind a question.</p>',
};

export const readingRoom: Given = {
  organizer: 'The Reading Room Collective',
  email: 'shelf@readingroom.example',
  website: 'https://readingroom.example/',
  description: '<p>Reading groups, story hours and talks, wherever there is a shelf and a lamp.</p>',
};
