// Texts of the media library.

export const media = {
  search: (plural: string) => `Search ${plural}`,
  upload: 'Upload',
  uploading: 'Uploading…',
  files: 'Files to upload',
  drop: 'or drop files here',
  empty: 'No images yet',
  formats: 'Upload JPEG, PNG, WebP, GIF or AVIF files of up to 20 MB.',
  actionsFor: (name: string) => `Actions for ${name}`,
  choose: 'Choose an image',
  failed: (file: string, message: string) => `${file}: ${message}`,
  uploaded: (count: number) => (count === 1 ? '1 file uploaded.' : `${count} files uploaded.`),
};
