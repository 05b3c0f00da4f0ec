// The handler of an endpoint that no table action serves.
import type { Endpoint } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

export type Handler = (service: Service, request: ApiRequest, given: Given, endpoint: Endpoint) => Promise<ApiResponse>;
/** By the name of the endpoint (`Endpoint.custom`) and the method. */
export type CustomHandlers = Readonly<Record<string, Readonly<Partial<Record<ApiRequest['method'], Handler>>>>>;
