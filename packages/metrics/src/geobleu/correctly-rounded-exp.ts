// Double-double arithmetic: a number is the unevaluated sum hi + lo, some 106 bits in all. JavaScript returns one number
// from a function, so the result of the last operation is left here, without an allocation per step.
let hi = 0;
let lo = 0;

const SPLITTER = 2 ** 27 + 1;

/** (hi, lo) = a · b, exactly rounded to a pair (Dekker's product with Veltkamp's split, as there is no fused one). */
function multiply(aHi: number, aLo: number, bHi: number, bLo: number): void {
  const product = aHi * bHi;
  let t = SPLITTER * aHi;
  const aTop = t - (t - aHi);
  const aBottom = aHi - aTop;
  t = SPLITTER * bHi;
  const bTop = t - (t - bHi);
  const bBottom = bHi - bTop;
  const error = aTop * bTop - product + aTop * bBottom + aBottom * bTop + aBottom * bBottom + (aHi * bLo + aLo * bHi);
  hi = product + error;
  lo = error - (hi - product);
}

/** (hi, lo) = a + b. */
function add(aHi: number, aLo: number, bHi: number, bLo: number): void {
  const sum = aHi + bHi;
  const t = sum - aHi;
  const error = aHi - (sum - t) + (bHi - t) + (aLo + bLo);
  hi = sum + error;
  lo = error - (hi - sum);
}

const LN2_TOP = 0.6931471803691238; // 32 bits, so that a multiple by an exponent is exact
const LN2_MIDDLE = 1.9082149292705877e-10;
const LN2_BOTTOM = 1.1612227229362532e-26;
const HALVINGS = 8;

/** 1/n! from n = 10 down to 2, in double-double. */
const INVERSE_FACTORIALS = [
  [2.755731922398589e-7, 2.3767714622250297e-23],
  [2.7557319223985893e-6, -1.858393274046472e-22],
  [2.48015873015873e-5, 2.1511947866775882e-23],
  [1.984126984126984e-4, 1.7209558293420705e-22],
  [1.388888888888889e-3, -5.300543954373577e-20],
  [8.333333333333333e-3, 1.1564823173178714e-19],
  [4.1666666666666664e-2, 2.3129646346357427e-18],
  [1.6666666666666666e-1, 9.25185853854297e-18],
  [0.5, 0],
] as const;

/**
 * eˣ rounded to the nearest double. `Math.exp` may be a unit in the last place off, differently in every engine, and in
 * GEO-BLEU that bit decides which of two equally near n-grams is paired first.
 *
 * Computed with about 95 bits, so a wrong rounding has a probability of some 2⁻⁴² per argument.
 *
 * @param x any number
 * @returns eˣ, correctly rounded also where it is subnormal; 0 below −745.14, Infinity above 709.78, NaN for NaN
 */
export function correctlyRoundedExp(x: number): number {
  if (x === 0) return 1;
  if (!(x > -746)) return x < 0 ? 0 : Number.NaN;
  if (x > 710) return Number.POSITIVE_INFINITY;

  // x = k·ln 2 + r, then s = r / 2⁸ and eˢ − 1 by its series.
  const k = Math.round(x * Math.LOG2E);
  multiply(k, 0, LN2_MIDDLE, LN2_BOTTOM);
  add(x - k * LN2_TOP, 0, -hi, -lo);
  const scale = 2 ** -HALVINGS;
  const sHi = hi * scale;
  const sLo = lo * scale;
  let termsHi = 0;
  let termsLo = 0;
  for (const [cHi, cLo] of INVERSE_FACTORIALS) {
    multiply(termsHi, termsLo, sHi, sLo);
    add(cHi, cLo, hi, lo);
    termsHi = hi;
    termsLo = lo;
  }
  multiply(termsHi, termsLo, sHi, sLo);
  multiply(hi, lo, sHi, sLo);
  add(sHi, sLo, hi, lo);

  // (1 + m)² − 1 = 2m + m², eight times; without the leading 1 no bit of m is lost.
  for (let i = 0; i < HALVINGS; i++) {
    const mHi = hi;
    const mLo = lo;
    multiply(mHi, mLo, mHi, mLo);
    add(2 * mHi, 2 * mLo, hi, lo);
  }
  add(1, 0, hi, lo);
  return scaleByPowerOfTwo(hi, lo, k);
}

/** (high + low) · 2ᵏ in one rounding, for high from 0.7 to 1.42 and |low| at most half a unit in the last place of it. */
function scaleByPowerOfTwo(high: number, low: number, k: number): number {
  if (k > -1022) return k < 1024 ? high * 2 ** k : high * 2 * 2 ** 1023;
  // Subnormal: round to a multiple of u = 2^(−1074−k) before scaling, because scaling would round a second time.
  const u = 2 ** (-1074 - k);
  const magnet = 1.5 * 2 ** 52 * u;
  let rounded = magnet + high;
  const rest = high - (rounded - magnet) + low;
  if (rest > u / 2) rounded += u;
  else if (rest < -u / 2) rounded -= u;
  return (rounded - magnet) * 2 ** -(-k - 537) * 2 ** -537;
}
