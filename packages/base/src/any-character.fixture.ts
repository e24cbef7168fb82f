import fc from 'fast-check';

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
const LAST = 0x10ffff;

/** Any character but halves of a pair, as `unit: 'binary'` of fast-check, which takes a second to list them all. */
export const anyCharacter = fc
  .integer({ min: 0, max: LAST - (AFTER_SURROGATES - SURROGATES) })
  .map((n) => String.fromCodePoint(n < SURROGATES ? n : n + AFTER_SURROGATES - SURROGATES));
