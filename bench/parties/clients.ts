// The clients, from the side of those who give the orders.
import type { Order, Result } from '../client/order.js';
import { startChild } from './child.js';

export interface Clients {
  readonly play: (order: Order) => Promise<Result>;
  readonly stop: () => Promise<void>;
}

export function startClients(): Clients {
  const child = startChild(new URL('../client/client.ts', import.meta.url));
  return { play: (order) => child.ask<Result>(order), stop: child.stop };
}
