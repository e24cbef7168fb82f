import { tenTo } from '@itinera/base';

/** Returns a linear map from a range of values to a range of pixels. */
export function linear(domain: readonly [number, number], range: readonly [number, number]): (value: number) => number {
  const [d0, d1] = domain;
  const [r0, r1] = range;
  const slope = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0);
  return (value) => r0 + (value - d0) * slope;
}

/** About `about` round values within a range. */
export function ticks(low: number, high: number, about: number): number[] {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, about);
  const unit = tenTo(Math.floor(Math.log10(raw)));
  const step = unit * ([1, 2, 5, 10].find((factor) => factor * unit >= raw) ?? 10);
  const values: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9) + 0; k * step <= high + step * 1e-9; k++) values.push(k * step);
  return values;
}

/** The texts of values; with two digits each if some are the same, as `0.000` of tiny values. */
export function distinctTexts(values: readonly number[], texts: readonly string[]): readonly string[] {
  if (new Set(texts).size === texts.length) return texts;
  const unit = texts[0]!.replace(/^[\d.,−-]+/, '');
  return values.map((value) => `${Number(((unit === ' %' ? 100 : 1) * value).toPrecision(2))}${unit}`);
}

/** Full hours from 0 to 24, at most about `about`, at least three. */
export function hourTicks(about: number): number[] {
  const step = [1, 2, 3, 6].find((hours) => 24 / hours <= about) ?? 12;
  return Array.from({ length: 24 / step + 1 }, (_, i) => i * step);
}

/** The largest 1, 2 or 5 times a power of ten that is at most `value`. */
export function roundBelow(value: number): number {
  const unit = tenTo(Math.floor(Math.log10(value)));
  return unit * ([5, 2].find((factor) => factor * unit <= value) ?? 1);
}
