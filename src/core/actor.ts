// Actors, roles and rights. Policies check rights, never roles.

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

export const rights = ['write', 'publish', 'edit-others', 'set-author', 'categorize', 'label', 'administer'] as const;
export type Right = (typeof rights)[number];

const contributor: readonly Right[] = ['write'];
const author: readonly Right[] = [...contributor, 'publish', 'categorize'];
const editor: readonly Right[] = [...author, 'edit-others', 'set-author', 'label'];

const granted: Readonly<Record<Role | 'anonymous', readonly Right[]>> = {
  anonymous: [],
  subscriber: [],
  contributor,
  author,
  editor,
  administrator: [...editor, 'administer'],
};

export interface Actor {
  readonly id: number;
  readonly name: string;
  readonly role: Role | 'anonymous';
  /** The program that acts for the user, for revisions: the label of an application password, `console` for a session, or
   * the name of a job. */
  readonly via?: string;
}

export const anonymous: Actor = { id: 0, name: '', role: 'anonymous' };
/** The command line, background jobs and the first start. */
export const operator: Actor = { id: 0, name: 'operator', role: 'administrator' };

export const rightsOf = ({ role }: Pick<Actor, 'role'>): readonly Right[] => granted[role];

export const may = (actor: Actor, right: Right): boolean => rightsOf(actor).includes(right);
