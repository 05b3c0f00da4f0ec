// No path can make the pattern of a route slow. The service tells its router not to check them, which would take a tenth of its start.
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

interface Router {
  readonly on: (method: string | readonly string[], path: string, ...others: readonly unknown[]) => void;
}
const openRouter: { (): Router; readonly prototype: Router } = createRequire(import.meta.resolve('fastify'))(
  'find-my-way',
);

const registered = vi.spyOn(openRouter.prototype, 'on');
onOneEngine((engine) => {
  useWorld(engine);

  test('the router accepts the pattern of every route as safe', () => {
    const patterns = new Set(registered.mock.calls.map(([, path]) => path).filter((path) => path.includes('(')));
    expect(patterns.size).toBeGreaterThan(20);
    registered.mockRestore();
    const router = openRouter();
    const add = (path: string) => router.on('GET', path, () => undefined);
    for (const pattern of patterns) expect(() => add(pattern), pattern).not.toThrow();
    expect(() => add('/slow/:text(^(\\w+\\s?)*$)')).toThrow('safe');
  });
});
