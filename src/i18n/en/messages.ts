// Messages of the API are written in the code in English.
import type { messages as french } from '../fr/messages.js';

/** Every message of the API by its English text: `messages.test.ts` compares with the code. */
export type Messages = Readonly<Record<keyof typeof french, string>>;

export const messages: Partial<Messages> = {};
