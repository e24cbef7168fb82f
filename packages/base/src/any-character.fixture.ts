import fc from 'fast-check';

const [SURROGATES, CODES] = [0xd800, 0x110000];
/** Numbers of surrogates, which are no characters. */
const LEFT_OUT = 0x800;

/**
 * Any character: what fast-check's unit `binary` draws, for the same seeds. That one lists all of them first, which takes a
 * second in each process and fills its memory with a million texts.
 */
export const anyCharacter = fc.nat(CODES - LEFT_OUT - 1).map(
  (number) => String.fromCodePoint(number < SURROGATES ? number : number + LEFT_OUT),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? CODES) : CODES;
    if (
      code === CODES ||
      String.fromCodePoint(code) !== character ||
      (code >= SURROGATES && code < SURROGATES + LEFT_OUT)
    )
      throw new Error('not a character');
    return code < SURROGATES ? code : code - LEFT_OUT;
  },
);
