// sharp with the limits of this program. They are those of the whole process, so it is imported from here only.
import sharp from 'sharp';

// Only the decoders of the accepted formats can run, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) });
sharp.cache(false);
// Threads per image; the semaphores in pictures.ts and cards.ts limit the number of images.
sharp.concurrency(1);

export default sharp;
