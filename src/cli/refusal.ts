// Exit codes, and the refusal that carries one. The codes beyond 2 are those of sysexits.h.

export const exits = {
  ok: 0,
  failure: 1,
  usage: 2,
  unavailable: 69,
  cannotCreate: 73,
  configuration: 78,
  interrupted: 130,
} as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** What the person at the keyboard should know, told as it is. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly exit: Exit = exits.failure,
  ) {
    super(message);
  }
}
