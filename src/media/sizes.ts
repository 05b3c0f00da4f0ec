// The variants of an image and their sizes. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Variant extends Size {
  readonly name: string;
  /** Cropped to this size instead of fitted into it. */
  readonly crop: boolean;
}

const variants: readonly Variant[] = [
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'large', width: 1_024, height: 1_024, crop: false },
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY, crop: false },
];

/** Only variants that are smaller than the image itself. */
export const variantsOf = (full: Size): readonly Variant[] =>
  variants
    .filter(({ width, height }) => full.width > width || full.height > height)
    .map((variant) => ({ ...variant, ...(variant.crop ? cropped(full, variant) : fitted(full, variant)) }));

const cropped = (full: Size, { width, height }: Size): Size => ({
  width: Math.min(full.width, width),
  height: Math.min(full.height, height),
});

function fitted(full: Size, box: Size): Size {
  const scale = Math.min(box.width / full.width, box.height / full.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(full.width), height: scaled(full.height) };
}
