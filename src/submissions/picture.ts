// The picture of a submission. It waits in the row of the submission, which no URL serves and which is removed with all that
// is in it. An editor who approves the event makes it an image of the library.
import { all, is, not } from '../core/condition.js';
import type { PrepareContext, RequestContext, WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { type Pictures, Upload } from '../core/picture.js';
import type { Reader, Store } from '../core/store.js';
import { media } from '../models/media/media.js';
import { type PreparedFile, prepareUpload } from '../models/media/prepare.js';
import { holdsPicture, type SubmissionRow, submissions } from '../models/submission/submission.js';
import { withPreparation } from '../operations/prepare.js';
import { writesOf } from '../operations/write.js';

/** Of the file that a visitor sends. */
export const maxPictureBytes = 8 * 1_048_576;

/** Submissions that may hold a picture: together they have at most 300 times `maxShrunkBytes`. */
export const maxHeldPictures = 300;

export interface HeldPicture {
  /** WebP as base64. */
  readonly data: string;
  readonly alt_text: string;
}

/** Encoded again, so that only its pixels are stored. Throws `Invalid` if it is not a supported image. */
export async function holdPicture(pictures: Pictures, upload: Upload, alt_text: string): Promise<HeldPicture> {
  return { data: (await pictures.shrink(upload)).toString('base64'), alt_text };
}

export const heldIn = ({ content }: Pick<SubmissionRow, 'content'>): HeldPicture | undefined =>
  content.picture as HeldPicture | undefined;

export async function heldPictureOf(store: Reader, eventId: number): Promise<HeldPicture | undefined> {
  const row = await store.read({ table: submissions, where: all(is('event_id', eventId), not(is('event_id', 0))) });
  return row && heldIn(row);
}

/** Once the event exists, its picture is the only content that is left. */
export const heldContent = (picture: HeldPicture | undefined): Given => (picture ? { picture } : {});

export async function mayHoldMore(store: Reader): Promise<boolean> {
  const unconfirmed = await store.count({ table: submissions, where: is('event_id', 0) });
  const held = await store.count({ table: submissions, where: holdsPicture });
  return unconfirmed + held < maxHeldPictures;
}

const prepareTimeoutMs = 30_000;

/** Encodes the picture before the transaction that may use it, and removes its files if that did not. */
export const withPicture = <Result>(
  context: RequestContext & { readonly store: Store },
  picture: HeldPicture | undefined,
  work: (file?: PreparedFile) => Promise<Result>,
): Promise<Result> =>
  picture
    ? withPreparation(context.store, context, prepareTimeoutMs, async (preparing: PrepareContext) => {
        const upload = new Upload(Buffer.from(picture.data, 'base64'), 'picture.webp');
        return work(await prepareUpload(upload, preparing));
      })
    : work();

/** The ID of the new image. */
export async function addImage(
  context: WriteContext,
  file: PreparedFile,
  { alt_text }: HeldPicture,
  title: string,
): Promise<number> {
  const { id } = await writesOf(media).create(context, media, { file, alt_text, title });
  return id;
}
