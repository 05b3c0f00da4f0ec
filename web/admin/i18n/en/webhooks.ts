// Texts about webhooks.

export const webhooks = {
  states: { ok: 'Active', failing: 'Failing', disabled: 'Disabled' },
  reasons: {
    paused: 'Stopped by a user.',
    gone: 'The endpoint answered that it is gone (410).',
    failing: 'No message was accepted for five days.',
    owner: 'The owner no longer has the right to use webhooks.',
    key: 'The secret cannot be decrypted. Create a new one.',
    overflow: 'Too many messages were waiting.',
  },
  columns: { state: 'State', last_success: 'Last success' },
  failingSince: 'Failing since',
  lastSuccess: 'Last success',
  test: 'Send a test',
  testSent: (status: number) => `The test was accepted: HTTP ${status}.`,
  testFailed: (reason: string) => `The test failed: ${reason}.`,
  rotate: 'New secret',
  rotateTitle: 'Create a new secret?',
  rotateText: 'For 24 hours messages are signed with both secrets. Enter the new one at the receiver within this time.',
  newSecret: 'New secret',
  secret: 'Secret',
  enable: 'Enable',
  deliveries: 'Deliveries',
  none: 'Nothing has been sent yet.',
  deliveryStates: { queued: 'Waiting', sent: 'Accepted', failed: 'Failed' },
  attempts: (count: number) => (count === 0 ? 'no try yet' : count === 1 ? '1 try' : `${count} tries`),
  nextTry: 'next try',
  details: 'Details',
  replay: 'Send again',
  replayFailed: 'Send failed ones again',
  replayed: 'The messages are sent again.',
  more: 'Show more',
  request: 'Request',
  answer: 'Answer',
  verify: 'How a receiver verifies messages',
  verifyHelp:
    'Check the signature before you use a message. This is for Node.js; libraries for other languages are at standardwebhooks.com.',
  /** By the word of the API. */
  errorOf: (word: string) =>
    (
      ({
        address: 'the address is not public',
        network: 'no connection',
        time: 'no answer in time',
        disabled: 'the webhook was disabled',
      }) as Readonly<Record<string, string>>
    )[word] ?? 'error',
};
