/** `address`: not allowed or not a URL. `response`: it cannot be read. Only `network` and `time` may pass by themselves. */
export type UnfetchableReason = 'address' | 'network' | 'time' | 'size' | 'response';

/** Its message is shown to the client, so it says nothing about the internal network. */
export class Unfetchable extends Error {
  constructor(
    message: string,
    readonly reason: UnfetchableReason,
  ) {
    super(message);
  }
}

export const unreachable = (reason: UnfetchableReason = 'address') =>
  new Unfetchable('This URL cannot be fetched.', reason);
