// Values that require an extension. While it is off, they are validated as usual and then rejected with its error code.
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import type { Extensions } from '../site.js';

const codes = {
  geolocation: 'geolocation-not-active',
  tickets: 'event-tickets-not-active',
  recurrence: 'recurrence-not-active',
} as const satisfies {
  readonly [Name in keyof Extensions]?: string;
};

/** `asks` returns false for values that do not need the extension, such as an empty list. */
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
