// Types of calls, from the operations of the API.
import type { Operations, Resources } from './generated.js';

export type ResourceName = keyof Resources;
type Named<R extends ResourceName> = Resources[R];

type Operation<Id> = Id extends keyof Operations ? Operations[Id] : never;
type Get<T, K> = K extends keyof T ? T[K] : never;
/** Query of an operation. */
type Query<Id> = Get<Operation<Id>, 'query'>;
type Body<Id> = Get<Operation<Id>, 'body'>;
type Result<Id, Status> = Get<Get<Operation<Id>, 'responses'>, Status>;

/** A dry run has another response: `request` returns it. */
type Saving<Q> = Omit<Q, 'dry_run' | '_envelope'>;

export type ListQuery<R extends ResourceName> = Omit<Query<`list${Capitalize<R>}`>, '_envelope'>;
export type Page<R extends ResourceName> = Result<`list${Capitalize<R>}`, 200>;
export type RecordOf<R extends ResourceName> = Result<`read${Named<R>}`, 200>;
export type ReadQuery<R extends ResourceName> = Omit<Query<`read${Named<R>}`>, '_envelope'>;
export type Input<R extends ResourceName> = Body<`create${Named<R>}`>;
export type CreateQuery<R extends ResourceName> = Saving<Query<`create${Named<R>}`>>;
export type Update<R extends ResourceName> = Body<`update${Named<R>}`>;
export type UpdateQuery<R extends ResourceName> = Saving<Query<`update${Named<R>}`>>;
export type RemoveQuery<R extends ResourceName> = Saving<Query<`delete${Named<R>}`>>;

/** Resources whose records can have an ID of another system. */
export type ExternalName = {
  [R in ResourceName]: `put${Named<R>}ByExternalId` extends keyof Operations ? R : never;
}[ResourceName];

export type ChangesQuery = Omit<Query<'listChanges'>, 'since' | 'wait'>;
export type ChangeList = Result<'listChanges', 200>;
export type BatchResult = Result<'runBatch', 200>;

/** `GET /events/{id}` → its operation. */
export type Routes = {
  readonly [Id in keyof Operations as `${Operations[Id]['method']} ${Operations[Id]['path']}`]: Operations[Id];
};

type Responses<R extends keyof Routes> = Routes[R]['responses'];
export type RouteResult<R extends keyof Routes> = Responses<R>[keyof Responses<R>];

/** What a call takes: parts of the path, query and body, each required only if the operation requires it. */
export type RouteInput<R extends keyof Routes> = Pick<Routes[R], Extract<keyof Routes[R], 'params'>> &
  Partial<Pick<Routes[R], Extract<keyof Routes[R], 'query'>>> & {
    readonly body?: Get<Routes[R], 'body'> | FormData | Blob;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };
