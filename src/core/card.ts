// The picture that link previews show for an event without an image, as data, and the port that draws it.

export const cardSize = { width: 1_200, height: 630 } as const;

/** Counts the layouts: the same texts in a new layout are another picture. */
export const cardLayout = 1;

/** Texts that the font cannot draw are left out of the picture. */
export interface Card {
  readonly title: string;
  /** Spellings of the date: the first that can be drawn is shown. */
  readonly when: readonly string[];
  readonly site: string;
  /** `#rrggbb`; empty for the usual colour. */
  readonly accent: string;
}

/** A PNG. Rejected with 503 while too many others wait. */
export type DrawCard = (card: Card) => Promise<Buffer>;
