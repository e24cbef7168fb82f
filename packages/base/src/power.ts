// The steps and constants are those of pow in FreeBSD's msun, as V8 computes them, which come with this notice:
// Copyright (C) 2004 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and distribute
// this software is freely granted, provided that this notice is preserved.

/** A number and its two words, the high one second. */
const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

/** The number without the low half of its bits, so that products of two such numbers are exact. */
function topOf(value: number): number {
  number[0] = value;
  words[0] = 0;
  return number[0]!;
}

// 2 / (3 ln 2), log₂ 1.5 and ln 2, also as the sum of a number with few bits and the rest.
const PER_LN = 0.9617966939259756;
const PER_LN_TOP = 0.9617967009544373;
const PER_LN_REST = -7.028461650952758e-9;
const LOG_MIDDLE_TOP = 0.5849624872207642;
const LOG_MIDDLE_REST = 1.350039202129749e-8;
const LN2_TOP = 0.6931471824645996;
const LN2_REST = -1.904654299957768e-9;

const LEAST_NORMAL = 2 ** -1022;
/** From about √1.5 on, a fraction is compared with 1.5, and from about √3 on with 2. */
const NEAR_MIDDLE = 1 + 0x3988f / 2 ** 20;
const NEAR_TWO = 1 + 0xbb67a / 2 ** 20;

/** log₂ of the number that `takeLogarithm` got, as a sum. */
const logarithm = new Float64Array(2);

/** @param value positive and finite */
function takeLogarithm(value: number): void {
  const isNormal = value >= LEAST_NORMAL;
  number[0] = isNormal ? value : value * 2 ** 53;
  let doublings = (words[1]! >>> 20) - (isNormal ? 1023 : 1023 + 53);
  words[1] = (words[1]! & 0xfffff) | 0x3ff00000;
  let fraction = number[0]!;
  let steps = 2 ** 19;
  const isNearMiddle = fraction >= NEAR_MIDDLE && fraction < NEAR_TWO;
  if (fraction >= NEAR_TWO) {
    doublings += 1;
    fraction /= 2;
    steps = 2 ** 20;
  }
  const middle = isNearMiddle ? 1.5 : 1;

  // ln fraction = ln middle + 2 artanh s
  const difference = fraction - middle;
  const inverse = 1 / (fraction + middle);
  const s = difference * inverse;
  const sTop = topOf(s);
  const short = Math.floor(fraction * steps) / steps;
  const sRest = inverse * (difference - sTop * (short + middle) - sTop * (fraction - short));
  const s2 = s * s;
  const l4 = 0.272728123808534 + s2 * (0.23066074577556175 + s2 * 0.20697501780033842);
  const l1 = 0.5999999999999946 + s2 * (0.4285714285785502 + s2 * (0.33333332981837743 + s2 * l4));
  const series = s2 * s2 * l1 + sRest * (sTop + s);
  const square = sTop * sTop;
  const factorTop = topOf(3 + square + series);
  const factorRest = series - (factorTop - 3 - square);
  const product = sTop * factorTop;
  const productRest = sRest * factorTop + factorRest * s;
  const lnTop = topOf(product + productRest);
  const lnRest = productRest - (lnTop - product);

  const ofMiddle = isNearMiddle ? LOG_MIDDLE_TOP : 0;
  const high = PER_LN_TOP * lnTop;
  const low = PER_LN_REST * lnTop + lnRest * PER_LN + (isNearMiddle ? LOG_MIDDLE_REST : 0);
  const top = topOf(high + low + ofMiddle + doublings);
  logarithm[0] = top;
  logarithm[1] = low - (top - doublings - ofMiddle - high);
}

/** 2 to the power of the sum of two numbers, of which the second is small. */
function powerOfTwo(high: number, low: number): number {
  const exponent = low + high;
  if (exponent > 1025) return Number.POSITIVE_INFINITY;
  if (exponent < -1080) return 0;
  // Halves away from 0
  const whole = Math.abs(exponent) > 0.5 ? Math.sign(exponent) * Math.floor(Math.abs(exponent) + 0.5) : 0;
  const left = high - whole;
  const t = topOf(low + left);
  const product = t * LN2_TOP;
  const productRest = (low - (t - left)) * Math.LN2 + t * LN2_REST;
  const z = product + productRest;
  const zRest = productRest - (z - product);
  const z2 = z * z;
  const p3 = 6.613756321437934e-5 + z2 * (-1.6533902205465252e-6 + z2 * 4.1381367970572385e-8);
  const c = z - z2 * (0.16666666666666602 + z2 * (-0.0027777777777015593 + z2 * p3));
  const fraction = 1 - ((z * c) / (c - 2 - (zRest + z * zRest)) - z);
  if (whole < -1020 || whole > 1022) return fraction * 2 ** (whole >> 1) * 2 ** (whole - (whole >> 1));
  number[0] = fraction;
  words[1]! += whole << 20;
  return number[0]!;
}

/**
 * base ** exponent with the same bits everywhere: from Node 24 on, the last bits of `**` are others than on Node 20 and 22.
 * `x ** 2`, and `2 **` an integer, are exact in all of them.
 * @returns what `**` returns on Node 20, for exponents up to 2³¹; within two units in the last place of the exact power
 */
export function power(base: number, exponent: number): number {
  if (exponent === 2) return base * base;
  if (exponent === 1) return base;
  if (exponent === -1) return 1 / base;
  const areFinite = Number.isFinite(base) && Number.isFinite(exponent);
  // The language defines the result.
  if (!areFinite || base === 0 || exponent === 0 || (base < 0 && !Number.isInteger(exponent))) return base ** exponent;
  if (base < 0) return exponent % 2 === 0 ? power(-base, exponent) : -power(-base, exponent);
  if (exponent === 0.5) return Math.sqrt(base);
  takeLogarithm(base);
  const short = topOf(exponent);
  return powerOfTwo(short * logarithm[0]!, (exponent - short) * logarithm[0]! + exponent * logarithm[1]!);
}
