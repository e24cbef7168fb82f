// How Python 3.11 reads and splits text, which determines what the organisers' validator accepts.

/** An exception that a Python program would have ended with. */
export class PythonTextError extends Error {
  override readonly name = 'PythonError';
}

/** Python's str.isnumeric(): digits of any script, ², ½, Ⅷ, and the ideographs for numbers, which are letters to \p{N}. */
export function isNumeric(text: string): boolean {
  return /^[0-9]+$/.test(text) || NUMERIC.test(text);
}

const NUMERIC =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千-卅卌叁-叄四壱壹幺廾-廿弌-弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\u{F96B}\u{F973}\u{F978}\u{F9B2}\u{F9D1}\u{F9D3}\u{F9FD}\u{20001}\u{20064}\u{200E2}\u{20121}\u{2092A}\u{20983}\u{2098C}\u{2099C}\u{20AEA}\u{20AFD}\u{20B19}\u{22390}\u{22998}\u{23B1B}\u{2626D}\u{2F890}]+$/u;

/** Unlike JavaScript's \s, without the byte-order mark and with \x85. */
const WIDE_SPACE = '\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACE = new RegExp(`[\\t-\\r\\x1c-\\x20${WIDE_SPACE}]`, 'u');
/** For int(), \x1c to \x1f are not blanks, although str.isspace() accepts them. */
const INTEGER = new RegExp(
  `^[\\t-\\r\\x20${WIDE_SPACE}]*([+-]?)(\\p{Nd}+(?:_\\p{Nd}+)*)[\\t-\\r\\x20${WIDE_SPACE}]*$`,
  'u',
);

/** Python's str.rstrip(). */
export function trimRight(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  if (last > 32 && last < 127) return text;
  let end = text.length;
  while (end > 0 && SPACE.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/**
 * Python's int(): blanks around, one sign, digits of any script, single underscores between digits.
 *
 * @returns a number where it is exact, otherwise a bigint
 * @throws PythonError where int() raises
 */
export function parsePythonInteger(text: string): number | bigint {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  const parts = INTEGER.exec(text);
  if (parts === null)
    throw new PythonTextError(`ValueError: invalid literal for int() with base 10: ${JSON.stringify(text)}`);
  const digits = [...(parts[2] as string).replaceAll('_', '')];
  if (digits.length > 4300) {
    throw new PythonTextError(
      `ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has ${digits.length} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  }
  const value = BigInt(digits.map(digitValue).join('')) * (parts[1] === '-' ? -1n : 1n);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const FLOAT = /^[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)$/i;
const BLANKS_AROUND = new RegExp(`^[\\t-\\r\\x20${WIDE_SPACE}]+|[\\t-\\r\\x20${WIDE_SPACE}]+$`, 'gu');

/** Python's float() of a text. @returns undefined where float() raises */
export function parsePythonFloat(text: string): number | undefined {
  const plain = text
    .replace(BLANKS_AROUND, '')
    .replace(/[^\0-\x7f]/gu, (sign) => (/\p{Nd}/u.test(sign) ? String(digitValue(sign)) : sign));
  // An underscore stands between two digits.
  if (/(?:^|[^0-9])_|_(?:[^0-9]|$)/.test(plain)) return undefined;
  const number = plain.replaceAll('_', '');
  if (!FLOAT.test(number)) return undefined;
  if (/nan$/i.test(plain)) return Number.NaN;
  if (/inf/i.test(plain)) return plain.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(number);
}

/** The digits 0 to 9 of a script are consecutive, starting with a zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}
