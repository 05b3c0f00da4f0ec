import { describe, expect, it } from 'vitest';
import { isStorable } from './wellformed.js';

describe('isStorable', () => {
  it.each(['', 'plain', 'línea\n', '👩‍👧', '\u0001', '\ufffd'])('accepts %j', (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udc00', '\udc00\ud800'])('refuses %j', (text) => {
    expect(isStorable(text)).toBe(false);
  });
});
