// Which event a row of `tec/v1/events` is. The paid edition of the plugin gives every row a number of its own, single events
// too; other lists show a single event under the ID of its post, and each date of a series under the number of its row.
import { type Body, idIn, textIn } from './values.js';

/** The number of the row if it has one, or the ID of the post. 0 for none. */
export const rowIdIn = (item: Body): number => idIn(item, 'occurrence_id') ?? idIn(item, 'id') ?? 0;

interface Post {
  readonly id: number;
  readonly slug: string;
  /** Numbers of its rows. */
  readonly rows: Set<number>;
}

export class EventRows {
  private readonly posts = new Map<number, Post>();
  private readonly postByRow = new Map<number, Post>();
  private readonly postBySlug = new Map<string, Post>();

  /** `isSeriesSlug`: of the slugs that other lists show under numbers of rows. */
  constructor(private readonly isSeriesSlug: (slug: string) => boolean) {}

  add(item: Body): void {
    const [id, row] = [idIn(item, 'id'), idIn(item, 'occurrence_id')];
    if (id === undefined || row === undefined) return;
    const post = this.posts.get(id) ?? { id, slug: textIn(item, 'slug'), rows: new Set<number>() };
    post.rows.add(row);
    this.posts.set(id, post);
    if (post.slug !== '') this.postBySlug.set(post.slug, post);
    this.postByRow.set(row, post);
  }

  /** The ID under which other lists show the row. All rows must be known. */
  listedId(item: Body): number {
    const row = rowIdIn(item);
    const post = this.postByRow.get(row);
    return post && !this.isSeries(post) ? post.id : row;
  }

  /** ID of the post that the dates of a series belong to. */
  masterOf(slug: string): number | undefined {
    const post = this.postBySlug.get(slug);
    return post && this.isSeries(post) ? post.id : undefined;
  }

  private isSeries({ slug, rows }: Post): boolean {
    return rows.size > 1 || this.isSeriesSlug(slug);
  }
}
