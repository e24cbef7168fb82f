/** A double-double, the unevaluated sum of two numbers with about 106 bits in total: the result of the last operation. */
const last = new Float64Array(2);

const SPLITTER = 2 ** 27 + 1;

/** last = a · b, by Dekker's product with Veltkamp's split, as there is no fused multiply-add. */
function multiply(aHi: number, aLo: number, bHi: number, bLo: number): void {
  const product = aHi * bHi;
  let t = SPLITTER * aHi;
  const aTop = t - (t - aHi);
  const aBottom = aHi - aTop;
  t = SPLITTER * bHi;
  const bTop = t - (t - bHi);
  const bBottom = bHi - bTop;
  const error = aTop * bTop - product + aTop * bBottom + aBottom * bTop + aBottom * bBottom + (aHi * bLo + aLo * bHi);
  const hi = product + error;
  last[0] = hi;
  last[1] = error - (hi - product);
}

/** last = a + b. */
function add(aHi: number, aLo: number, bHi: number, bLo: number): void {
  const sum = aHi + bHi;
  const t = sum - aHi;
  const error = aHi - (sum - t) + (bHi - t) + (aLo + bLo);
  const hi = sum + error;
  last[0] = hi;
  last[1] = error - (hi - sum);
}

const LN2_TOP = 0.6931471803691238; // 32 bits, so that a multiple by an exponent is exact
const LN2_MIDDLE = 1.9082149292705877e-10;
const LN2_BOTTOM = 1.1612227229362532e-26;
const HALVINGS = 8;

/** 1/n! from n = 10 down to 2, each in double-double. */
const INVERSE_FACTORIALS = Float64Array.of(
  ...[2.755731922398589e-7, 2.3767714622250297e-23],
  ...[2.7557319223985893e-6, -1.858393274046472e-22],
  ...[2.48015873015873e-5, 2.1511947866775882e-23],
  ...[1.984126984126984e-4, 1.7209558293420705e-22],
  ...[1.388888888888889e-3, -5.300543954373577e-20],
  ...[8.333333333333333e-3, 1.1564823173178714e-19],
  ...[4.1666666666666664e-2, 2.3129646346357427e-18],
  ...[1.6666666666666666e-1, 9.25185853854297e-18],
  ...[0.5, 0],
);

/**
 * eˣ rounded to the nearest double. `Math.exp` may be off by one unit in the last place, differently in every engine, and
 * in GEO-BLEU that bit decides which of two equally near n-grams is paired first.
 *
 * Computed with about 95 bits, so a wrong rounding has a probability of about 2⁻⁴² per argument.
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
  add(x - k * LN2_TOP, 0, -last[0], -last[1]);
  const sHi = last[0] * 2 ** -HALVINGS;
  const sLo = last[1] * 2 ** -HALVINGS;
  last.fill(0);
  for (let i = 0; i < INVERSE_FACTORIALS.length; i += 2) {
    multiply(last[0], last[1], sHi, sLo);
    add(INVERSE_FACTORIALS[i], INVERSE_FACTORIALS[i + 1], last[0], last[1]);
  }
  multiply(last[0], last[1], sHi, sLo);
  multiply(last[0], last[1], sHi, sLo);
  add(sHi, sLo, last[0], last[1]);

  // (1 + m)² − 1 = 2m + m², eight times; without the leading 1 no bit of m is lost.
  for (let i = 0; i < HALVINGS; i++) {
    const mHi = last[0];
    const mLo = last[1];
    multiply(mHi, mLo, mHi, mLo);
    add(2 * mHi, 2 * mLo, last[0], last[1]);
  }
  add(1, 0, last[0], last[1]);
  return scaleByPowerOfTwo(last[0], last[1], k);
}

/** (high + low) · 2ᵏ in one rounding, for high from 0.7 to 1.42 and |low| at most half a unit in the last place of it. */
function scaleByPowerOfTwo(high: number, low: number, k: number): number {
  if (k > -1022) return k < 1024 ? high * 2 ** k : high * 2 * 2 ** 1023;
  // Subnormal: round to whole multiples of the least double before scaling, because scaling would round once more.
  const units = high * 2 ** (1074 + k);
  const whole = Math.floor(units);
  const rest = units - whole;
  const up = rest > 0.5 || (rest === 0.5 && low > 0);
  return (up ? whole + 1 : whole) * Number.MIN_VALUE;
}
