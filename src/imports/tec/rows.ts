// Which event a row of `tec/v1/events` is. The paid edition of the plugin gives every row a number of its own, single events
// too; other lists show a single event under the ID of its post, and each date of a series under the number of its row.
import { type Details, detailsIn } from './details.js';
import { postOfSlug } from './series.js';
import { type Body, idIn, textIn } from './values.js';

/** The number of the row if it has one, or the ID of the post. 0 for none. */
export const rowIdIn = (item: Body): number => idIn(item, 'occurrence_id') ?? idIn(item, 'id') ?? 0;

export interface EventRow {
  /** As `rowIdIn`. */
  readonly id: number;
  /** ID of the post; 0 if the row has no number of its own. */
  readonly post: number;
  readonly slug: string;
  /** Undefined if the list does not show them. */
  readonly details: Details | undefined;
  /** Of the last change, in the time zone of the site. */
  readonly modified: string;
}

export const modifiedIn = (item: Body): string => textIn(item, 'modified').replace('T', ' ');

export const rowIn = (item: Body): EventRow => ({
  id: rowIdIn(item),
  post: idIn(item, 'occurrence_id') === undefined ? 0 : (idIn(item, 'id') ?? 0),
  slug: textIn(item, 'slug'),
  modified: modifiedIn(item),
  details: detailsIn(item),
});

export interface Post {
  readonly id: number;
  readonly slug: string;
  /** Numbers of its rows. */
  readonly rows: Set<number>;
}

export class EventRows {
  private readonly postById = new Map<number, Post>();
  private readonly postByRow = new Map<number, Post>();
  private readonly postBySlug = new Map<string, Post>();

  /** `isSeriesSlug`: of the slugs that other lists show under numbers of rows. */
  constructor(private readonly isSeriesSlug: (slug: string) => boolean) {}

  add({ id, post: postId, slug }: EventRow): void {
    if (postId === 0) return;
    const post = this.postById.get(postId) ?? { id: postId, slug, rows: new Set<number>() };
    post.rows.add(id);
    this.postById.set(postId, post);
    this.postByRow.set(id, post);
    if (slug !== '') this.postBySlug.set(slug, post);
  }

  /** The ID under which other lists show the row. All rows must be known. */
  listedId(row: number): number {
    const post = this.postByRow.get(row);
    return post && !this.isSeries(post) ? post.id : row;
  }

  posts(): Iterable<Post> {
    return this.postById.values();
  }

  /** The ID of the post of a row; undefined if it is no row. */
  postOf(row: number): number | undefined {
    return this.postByRow.get(row)?.id;
  }

  isSeriesPost(id: number): boolean {
    const post = this.postById.get(id);
    return post !== undefined && this.isSeries(post);
  }

  /** The post that the dates of a series belong to. */
  seriesOf(slug: string): Post | undefined {
    const post = this.postBySlug.get(slug) ?? this.postById.get(postOfSlug(slug) ?? 0);
    return post && this.isSeries(post) ? post : undefined;
  }

  private isSeries({ slug, rows }: Post): boolean {
    return rows.size > 1 || this.isSeriesSlug(slug);
  }
}
