import { checkDeviations, wp } from '../../../tests/harness/deviations.js';
import { imageDeviations } from './images.js';

const media = 'https://new.example/media/abc.jpg';
const upload = 'https://old.example/wp-content/uploads/a.jpg';
const poster = { id: 7, title: { rendered: 'The Poster' } };

checkDeviations(imageDeviations, {
  'image-files': {
    known: [
      {
        old: { image: { url: upload, filesize: 5, extension: 'jpeg', sizes: { medium: { url: upload }, tiny: {} } } },
        new: { image: { url: media, filesize: 7, extension: 'jpg', sizes: { medium: { url: media } } } },
      },
      { old: { json_ld: { image: upload } }, new: { json_ld: { image: media } } },
      { old: { image: { url: upload } }, new: { image: { url: media, filesize: 3, sizes: { full: { url: media } } } } },
    ],
    faults: [
      { old: { image: { url: upload } }, new: { image: { url: 'https://other.example/media/a.jpg' } } },
      { old: { image: { url: upload } }, new: { image: { url: '' } } },
      { old: { image: { url: upload } }, new: { image: false } },
      { old: { image: { filesize: 5 } }, new: { image: { filesize: 0 } } },
      { old: { image: { width: 5 } }, new: { image: { width: 6 } } },
      {
        old: { image: { sizes: { medium: { url: upload } } } },
        new: { image: { sizes: { medium: { url: upload } } } },
      },
    ],
  },
  'wordpress-image-files': {
    known: [
      {
        path: `${wp}/media/7`,
        old: { source_url: upload, guid: { rendered: upload }, media_details: { file: 'a.jpg', image_meta: {} } },
        new: { source_url: media, guid: { rendered: media }, media_details: { file: 'abc.jpg' } },
      },
      {
        path: `${wp}/media`,
        old: [{ id: 6 }, { id: 7, source_url: upload, filename: 'a.jpg', filesize: 4 }],
        new: [{ id: 7, source_url: media, filename: 'abc.jpg', filesize: 5 }, { id: 6 }].reverse(),
      },
    ],
    faults: [
      { path: `${wp}/media/7`, old: { source_url: upload }, new: { source_url: upload } },
      {
        path: `${wp}/media/7`,
        old: { source_url: upload, filename: 'a.jpg', media_details: { file: 'a.jpg' } },
        new: { source_url: media, filename: 'a.jpg', media_details: { file: 'b.jpg' } },
      },
      { path: `${wp}/media/7`, old: { filesize: 5 }, new: { filesize: 0 } },
    ],
  },
  'wordpress-image-record': {
    known: [
      {
        path: `${wp}/media/7`,
        old: { id: 7, post: 3, link: 'https://old.example/a/', description: { rendered: '<p>a</p>' } },
        new: { id: 7, post: null, link: 'https://new.example/?attachment_id=7', description: { rendered: '' } },
      },
      {
        path: `${wp}/media`,
        old: [{ ...poster, slug: 'p-7', comment_status: 'open' }],
        new: [{ ...poster, slug: 'the-poster-2', comment_status: 'closed' }],
      },
    ],
    faults: [
      { path: `${wp}/media/7`, old: { id: 7, post: 3 }, new: { id: 7, post: 4 } },
      { path: `${wp}/media/7`, old: { comment_status: 'closed' }, new: { comment_status: 'open' } },
      { path: `${wp}/media/7`, old: { ...poster, slug: 'a' }, new: { ...poster, slug: 'other' } },
      { path: `${wp}/media/7`, old: { ...poster, slug: 'a' }, new: { ...poster, slug: 'the-poster-x' } },
    ],
  },
});
