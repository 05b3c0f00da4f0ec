// Messages of the API are written in the code in English.
import type { Messages } from '../texts.js';

export const messages: Partial<Messages> = {};
