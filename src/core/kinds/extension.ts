// Values that belong to an extension: while it is switched off they are still typed, and then refused by name.

import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import type { Extensions } from '../site.js';

const codes = { geolocation: 'geolocation-not-active', tickets: 'event-tickets-not-active' } as const satisfies {
  readonly [Name in keyof Extensions]?: string;
};

/** `asks` tells the values that want something of the extension from those that go without it. */
export const requiresExtension = <T>(
  extension: keyof typeof codes,
  kind: Kind<T>,
  asks: (value: T) => boolean = () => true,
): Kind<T> => ({
  ...kind,
  read: (input, call) => {
    const value = kind.read(input, call);
    if (!call.site[extension] && asks(value))
      throw new Invalid('This parameter requires an extension that is not active.', codes[extension]);
    return value;
  },
  input: { widget: 'text', ...kind.input, needs: extension },
});
