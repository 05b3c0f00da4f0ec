// The password of an event. Hashing is slow, so that it is done before the transaction.
import type { PrepareContext } from '../../core/context.js';

class Digest {
  constructor(readonly text: string) {}
}

export const preparePassword = async (password: string, { secrets }: PrepareContext): Promise<Digest | ''> =>
  password && new Digest(await secrets.hash(password));

/** Throws for a password that was not prepared: it would be stored as it is. */
export async function preparedDigest(given: unknown): Promise<string> {
  if (given === '') return '';
  if (!(given instanceof Digest)) throw new TypeError('the password is not hashed');
  return given.text;
}
