// The handler of an operation that no table action serves.
import type { Endpoint, Method, Operation } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { OutputTable } from '../core/output.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

/** The response of the operation with this source of its output. */
export type Reply<Source> = (source: Source, more?: Partial<ApiResponse>) => ApiResponse;

export type Handler<Source = unknown> = (
  service: Service,
  request: ApiRequest,
  given: Given,
  reply: Reply<Source>,
  endpoint: Endpoint,
) => Promise<ApiResponse>;

type Definition<Source> = Omit<Operation, 'output' | 'handler'> & {
  readonly output: OutputTable<Source>;
  readonly handler: Handler<Source>;
};

/** Ties the type of the handler to that of the output. */
export const operation = <Source>(definition: Definition<Source>): Operation => definition;

/** An endpoint with its operations by method. */
export function endpoint(
  path: string,
  operations: Readonly<Partial<Record<Method, Operation>>>,
  more: Pick<Endpoint, 'parts' | 'bodyLimit' | 'batched' | 'follows' | 'owner' | 'by' | 'extension'> = {},
): Endpoint {
  const actions = Object.fromEntries(Object.keys(operations).map((method) => [method, 'custom' as const]));
  return { ...more, path, actions, operations };
}
