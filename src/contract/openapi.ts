import type { Call } from '../core/call.js';
import type { Registry } from '../core/resource.js';
export const openapiOf = (_registry: Registry, call: Call) => ({
  openapi: '3.1.0',
  info: { title: 'Almanac', version: call.site.version },
});
