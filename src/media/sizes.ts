// The variants of a picture: which ones, and how large each becomes. Pure.

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Variant extends Extent {
  readonly name: string;
  /** Cut to its extent instead of fitted into it. */
  readonly cut: boolean;
}

const wanted: readonly Variant[] = [
  { name: 'medium', width: 300, height: 300, cut: false },
  { name: 'large', width: 1_024, height: 1_024, cut: false },
  { name: 'thumbnail', width: 150, height: 150, cut: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY, cut: false },
];

/** Only those that are smaller than the picture itself. */
export const variantsOf = (full: Extent): readonly Variant[] =>
  wanted
    .filter(({ width, height }) => full.width > width || full.height > height)
    .map((variant) => ({ ...variant, ...(variant.cut ? cut(full, variant) : fitted(full, variant)) }));

const cut = (full: Extent, { width, height }: Extent): Extent => ({
  width: Math.min(full.width, width),
  height: Math.min(full.height, height),
});

function fitted(full: Extent, box: Extent): Extent {
  const scale = Math.min(box.width / full.width, box.height / full.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(full.width), height: scaled(full.height) };
}
